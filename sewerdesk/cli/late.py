"""The verbs of late payment on the command line: the policy, penalties rehearsed, posted and proved, the tax roll."""

import argparse
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from sewerdesk.cli.verb import (
    DONE,
    FOUND,
    add_clerk,
    add_out,
    add_pairs,
    amount,
    day,
    keep,
    opened,
    said,
    say,
)
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.wording import count

if TYPE_CHECKING:
    from sewerdesk.domain.penalties import PenaltyPolicy
    from sewerdesk.domain.relevy import Season
    from sewerdesk.domain.relevy_views import RelevyList
    from sewerdesk.services.workspace import Workspace

_SETTINGS = ("fee", "fee_code", "minimum", "added_percent", "added_code")
"""What of a season's settings is given by arguments of the same names."""


def run_policy(options: argparse.Namespace) -> int:
    """Show the penalty policies that stand, or what the law proposes; with settings adopt one."""
    from sewerdesk.services.penalty_policies import (
        adopt_penalty_policy,
        penalty_policies,
        propose_penalty_policy,
    )

    with opened(options) as ws:
        if options.adopt:
            row = adopt_penalty_policy(
                ws,
                policy=_policy(options.adopt),
                effective_from=options.since or ws.clock.today(),
                authority=options.authority,
            )
            say(f"Adopted for bills dated {row.effective_from:%m/%d/%Y} or later: {row.policy.sentence}.")
            return DONE
        rows = penalty_policies(ws)
        for row in rows:
            say(f"{row.effective_from:%m/%d/%Y}  {row.policy.sentence} ({row.authority})")
        if not rows:
            proposal = propose_penalty_policy(ws)
            say("No penalty policy was adopted, so none is charged. The law's figures:")
            for figure in proposal.figures:
                value = "left blank" if figure.value is None else figure.value
                say(f"    {figure.subject}: {value}, {figure.citation}")
            said(proposal.notes, word="look at")
    return DONE if rows else FOUND


def add_policy(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``policy``."""
    add_clerk(parser)
    add_pairs(
        parser,
        "--adopt",
        metavar="SETTING=VALUE",
        meant="a setting of a new policy, such as percent=10 or charge_code=PEN; may be repeated",
    )
    parser.add_argument(
        "--from", dest="since", type=day, metavar="DAY", help="for bills dated on this day or later"
    )
    parser.add_argument("--authority", default="", help="the local law or resolution that sets it")


def _policy(pairs: list[tuple[str, str]]) -> "PenaltyPolicy":
    """A policy of the settings typed; ``UserError`` names one that there is not or that cannot be read."""
    from sewerdesk.domain.penalties import PenaltyPolicy, policy_from_json

    kinds = {field.name: field.type for field in fields(PenaltyPolicy)}
    unknown = [name for name, _ in pairs if name not in kinds]
    if unknown:
        raise UserError(f"“{unknown[0]}” is no setting of a policy; there are {', '.join(kinds)}.")
    return policy_from_json({name: _value(name, text, str(kinds[name])) for name, text in pairs})


def _value(name: str, text: str, kind: str) -> Any:
    if "bool" in kind:
        if text not in ("yes", "no"):
            raise UserError(f"{name} is yes or no, not “{text}”.")
        return text == "yes"
    if "int" in kind:
        if not (text.isascii() and text.isdigit()):
            raise UserError(f"{name} is a whole number, not “{text}”.")
        return int(text)
    return text


def run_penalties(options: argparse.Namespace) -> int:
    """Rehearse penalties; with ``--post`` charge them, with ``--proof`` show due less charged less waived."""
    from sewerdesk.services.penalties import post_penalties, rehearse_penalties
    from sewerdesk.services.penalty_lists import penalty_proof

    with opened(options) as ws:
        if options.proof:
            proof = penalty_proof(ws, period=options.period, as_of=options.as_of)
            say(proof.sentence)
            for row in proof.faults:
                say(f"  {row.account}  {row.name}: due {row.due}, charged {row.charged}, waived {row.waived}")
            return FOUND if proof.faults else DONE
        seen = rehearse_penalties(ws, period=options.period, as_of=options.as_of)
        for due in seen.due:
            say(f"{due.account:>12}  {due.line.amount:>10,.2f}  {due.name}: {due.line.sentence}")
        for spared in seen.spared:
            say(f"{spared.account:>12}  {'':>10}  {spared.name}, {spared.bill}: {spared.sentence}")
        for wrong in seen.wrong:
            say(f"{'WRONG':>12}  {wrong.sentence}")
        say(seen.sentence)
        if options.post:
            posted = post_penalties(ws, expected=seen)
            say(f"Posted as {posted.number}." if posted.number else "Nothing was to be posted.")
    return FOUND if seen.wrong else DONE


def add_penalties(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``penalties``."""
    add_clerk(parser)
    parser.add_argument(
        "--period", default="", metavar="QUARTER", help="bills of one quarter, such as 2026-Q4"
    )
    parser.add_argument(
        "--as-of", type=day, metavar="DAY", help="the day, such as 2027-02-02; by default today"
    )
    parser.add_argument("--post", action="store_true", help="charge what was rehearsed")
    parser.add_argument("--proof", action="store_true", help="show due less charged less waived instead")


def run_relevy(options: argparse.Namespace) -> int:
    """Show the list for a tax year; begin it, leave accounts out, freeze it, certify it, and write its papers."""
    from sewerdesk.services.relevy import freeze_list, leave_out, relevy_list
    from sewerdesk.services.relevy_certify import issue_certificate

    with opened(options) as ws:
        season = _season(ws, options)
        for number, reason in options.leave_out:
            leave_out(ws, season_id=season.id, account_id=_account_id(ws, number), reason=reason)
        shown = relevy_list(ws, season_id=season.id)
        _show_list(shown)
        accepted = [one.sentence for one in shown.warnings] if options.accept else []
        if options.freeze:
            freeze_list(ws, season_id=season.id, acknowledged=accepted)
            say("Frozen.")
        if options.certify:
            view = issue_certificate(
                ws, season_id=season.id, resolution=options.certify, acknowledged=accepted
            )
            say(f"Certified as {view.number}: {count(view.count, 'parcel')}, {view.total:,.2f}.")
        if options.out is not None:
            _write_papers(ws, season.id, options)
    return DONE


def add_relevy(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``relevy``."""
    add_clerk(parser)
    parser.add_argument("--year", type=int, required=True, help="the year of the tax roll")
    parser.add_argument(
        "--begin",
        action="store_true",
        help="begin the season; the law proposes what is left out. Without it a season begun before is changed",
    )
    parser.add_argument("--cut-off", type=day, metavar="DAY", help="the last day that is certified")
    parser.add_argument("--certify-by", type=day, metavar="DAY", help="when the certificate is due")
    parser.add_argument("--authority", help="the law under which unpaid charges go on the roll")
    parser.add_argument("--fee", type=amount, help="what is added to each account")
    parser.add_argument("--fee-code", help="the charge code of the fee")
    parser.add_argument(
        "--added-percent",
        type=amount,
        metavar="PERCENT",
        help="what is added to a balance; by default the law's",
    )
    parser.add_argument("--added-code", help="the charge code of what is added")
    parser.add_argument("--minimum", type=amount, help="accounts below it are left out")
    add_pairs(parser, "--leave-out", metavar="ACCOUNT=REASON", meant="leave an account out; may be repeated")
    parser.add_argument("--freeze", action="store_true", help="freeze the list")
    parser.add_argument(
        "--accept", action="store_true", help="acknowledge every warning when freezing or certifying"
    )
    parser.add_argument("--certify", default="", metavar="RESOLUTION", help="certify under this resolution")
    add_out(parser)


def _season(ws: "Workspace", options: argparse.Namespace) -> "Season":
    """The season of the year, begun now where that is asked for, else changed where a setting is given."""
    from sewerdesk.services.relevy import begin_season, propose_season, seasons

    found = [season for season, _ in seasons(ws) if season.tax_year == options.year]
    if found and not options.begin:
        return _changed(ws, found[0], options)
    if not options.begin:
        raise UserError(f"No season was begun for the {options.year} tax roll. Begin it with --begin.")
    proposal = propose_season(ws, tax_year=options.year)
    cut_off, certify_by = options.cut_off or proposal.cut_off, options.certify_by or proposal.certify_by
    if cut_off is None or certify_by is None:
        raise UserError("The law does not say when the list is due; add --cut-off and --certify-by.")
    return begin_season(
        ws,
        tax_year=options.year,
        cut_off=cut_off,
        certify_by=certify_by,
        authority=options.authority or "",
        settings=replace(proposal.settings, **_given(options, *_SETTINGS)),
    )


def _changed(ws: "Workspace", season: "Season", options: argparse.Namespace) -> "Season":
    """A season that is begun with what is given now in the place of what it had; refused once its list is frozen."""
    from sewerdesk.services.relevy import change_season

    settings = replace(season.settings, **_given(options, *_SETTINGS))
    wanted = replace(season, settings=settings, **_given(options, "cut_off", "certify_by", "authority"))
    if wanted == season:
        return season
    changed = change_season(ws, season=wanted)
    say(f"The season of the {season.tax_year} tax roll is changed as given.")
    return changed


def _given(options: argparse.Namespace, *names: str) -> dict[str, Any]:
    """The values of the arguments that were typed."""
    return {name: value for name in names if (value := getattr(options, name)) is not None}


def _account_id(ws: "Workspace", number: str) -> int:
    from sewerdesk.services.accounts import account_by_number

    return account_by_number(ws, number=number).id


def _show_list(shown: "RelevyList") -> None:
    for row in shown.rows:
        state = f"  withdrawn: {row.withdrawn}" if row.withdrawn else ""
        say(f"{row.swis} {row.print_key:<26}{row.account:>12}  {row.total:>10,.2f}  {row.owner}{state}")
    for left in shown.left_out:
        say(f"{'left out':>33}{left.account:>12}  {left.amount:>10,.2f}  {left.owner}: {left.why}")
    for finding in shown.findings:
        say(f"{'BLOCKS' if finding.blocking else 'look at':>8}  {finding.sentence}")
    say(f"The list is {shown.state.value}: {count(shown.totals.count, 'parcel')}, {shown.total:,.2f}.")


def _write_papers(ws: "Workspace", season_id: int, options: argparse.Namespace) -> None:
    from sewerdesk.services.papers import paper_file, papers_of
    from sewerdesk.services.relevy_certify import certificates
    from sewerdesk.services.relevy_papers import SUBJECT

    for view in certificates(ws):
        if view.season_id == season_id:
            for row in papers_of(ws, subject=SUBJECT, subject_id=view.id):
                file = paper_file(ws, paper_id=row.id)
                keep(options.out, file.file_name, file.content)
