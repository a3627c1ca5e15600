"""A quarter of a small office done by the words of the command line alone, and what they refuse."""

import csv
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from sewerdesk.cli import main
from sewerdesk.clock import FixedClock
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.services.offices import never_before
from sewerdesk.services.rates import save_charge_code
from tests.support.accounts import adopt_sample_rates, install_meter, open_account
from tests.support.offices import OPENING_DAY, new_office

Words = Callable[..., str]
ANNA, BO, CHEN = "00001042", "00001043", "00001044"


@pytest.fixture(scope="module")
def unbilled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed sample office with three accounts that were never billed, on Monday, January 4, 2027."""
    opened = new_office(tmp_path_factory.mktemp("verbs") / "office")
    ws = opened.ws
    adopt_sample_rates(ws)
    metered = open_account(ws, number=ANNA, name="Anna Lee", print_key="12.13-2-15.1", class_code="M")
    open_account(ws, number=BO, name="Bo Smith", print_key="12.13-2-16", units="2", house="14")
    open_account(ws, number=CHEN, name="O'Brien & Sons <Plumbing>", print_key="12.13-2-17", house="16")
    readings = {date(2026, 9, 30): "4875", date(2026, 12, 30): "5115"}
    install_meter(ws, account_id=metered, serial="48-1107", readings=readings)
    for code, title in (("PEN", "Penalties"), ("ROLL", "Tax roll fee")):
        save_charge_code(ws, code=ChargeCode(code, title, "SS", "2129", 90))
    never_before(ws, day=OPENING_DAY)
    opened.close(back_up=False)
    return opened.ws.folder


@pytest.fixture
def run(
    unbilled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Words:
    """Run a verb on a copy of the office; returns what it said, or why it refused. The exit code is as expected."""
    monkeypatch.setattr("sewerdesk.clock.SystemClock", lambda: FixedClock(OPENING_DAY))
    office = tmp_path / "office"
    shutil.copytree(unbilled, office)

    def words(verb: str, *arguments: str, code: int = 0) -> str:
        assert main([verb, str(office), *arguments]) == code, capsys.readouterr()
        said = capsys.readouterr()
        return said.err if code == 2 else said.out

    return words


@pytest.mark.slow
def test_do_a_quarter_by_words(run: Words, tmp_path: Path) -> None:
    out = tmp_path / "papers"
    # 62.50 + 15.00 + (24,000 - 5,000) gal at 5.50 = 182.00; 2 x 110.00; 110.00
    draft = run("bill", "--all", code=0)
    assert "00001042      182.00      182.00  Anna Lee" in draft
    assert (
        "Draft of Q4 2026: 3 to bill, 512.00, dated 01/04/2027, due 02/03/2027; 0 held, 0 skipped." in draft
    )
    said = run("bill", "--post", "--sent", "--out", str(out))
    assert "Posted as RUN-2027-0001: 3 bills, 512.00, due 02/03/2027; 0 held, 0 skipped." in said
    assert "there is no account to bill" in run("bill", "--post", "--quarter", "2026-Q4", code=2)

    many = ("--account", f"{ANNA}=182.00", "--account", f"{BO}=100.00", "--amount", "282.00")
    check = (*many, "--check-number", "1042", "--bank", "Sample Bank", "--payer", "Anna Lee")
    shown = run("pay", *check, "--preview")
    assert "It then owes 120.00." in shown
    assert shown.endswith("Nothing was saved.\n")
    assert "REC-2027-0001      282.00  Anna Lee" in run("pay", *check)
    tape = tmp_path / "batch.csv"
    tape.write_text(
        "account,amount,tender,payer\n00001044,110.00,2001,O'Brien\n00001043,20.00,cash,Bo\n", "utf-8"
    )
    wrong = run("pay", "--file", str(tape), "--total", "131.00", "--count", "2", code=2)
    assert "1.00 short of the control total of 131.00" in wrong
    said = run("pay", "--file", str(tape), "--total", "130.00", "--count", "2")
    assert "2 receipts saved, 130.00." in said
    assert "The cash counted is 0.00" in run("deposit", code=2)
    said = run("deposit", "--notes", "10=1", "5=2", "--out", str(out))
    assert "Deposit DEP-2027-0001: 3 receipts, 412.00." in said

    assert "The sample office stands on 02/11/2027." in run("day", "2027-02-11")
    said = run(
        "return-check", "--receipt", "REC-2027-0001", "--reason", "Insufficient funds", "--out", str(out)
    )
    assert "RTN-2027-0001: the check of REC-2027-0001 for 282.00 is taken back; fee 0.00." in said

    assert "No penalty policy was adopted" in run("policy", code=1)
    adopt = ("--adopt", "percent=10", "--adopt", "charge_code=PEN", "--from", "2027-01-01")
    assert "Enter the local law or resolution" in run("policy", *adopt, code=2)
    assert "Adopted for bills dated 01/01/2027" in run("policy", *adopt, "--authority", "Local Law 2 of 2027")
    assert "10 % of unpaid current charges" in run("policy")
    # the check paid nothing: 10 % of 182.00, and of 220.00 less the 20.00 in cash
    assert "2 lines on 2 accounts, 38.20" in run("penalties", "--period", "2026-Q4", "--post")
    assert "= 0.00 on all" in run("penalties", "--proof")

    lower = ("--account", BO, "--amount=-20.00", "--reason", "Billing error", "--requested-by", "Mary Bell")
    assert "ADJ-2027-0001: -20.00 on account 00001043; it waits for approval." in run("adjust", *lower)
    assert "To approve: 1 adjustment." in run("approve", code=1)
    mine = ("--act", "ADJ-2027-0001", "--decided-by")
    assert "cannot approve it; another person must" in run("approve", *mine, "Mary Bell", code=2)
    assert "ADJ-2027-0001: approved by Sam Board." in run("approve", *mine, "Sam Board", "--out", str(out))

    run("day", "2027-04-02")
    assert "ok  unapproved" in run("close", "--through", "2027-03-31", code=1)
    assert "Accounts not billed for Q1 2027: 3" in run("close", "--through", "2027-03-31", "--post", code=2)
    answer = ("--answer", "unbilled=The meters are read in April")
    said = run("close", "--through", "2027-03-31", "--post", *answer)
    assert "The books are closed through 03/31/2027 by MB." in said

    run("day", "2027-11-01")
    assert "Begin it with --begin" in run("relevy", "--year", "2028", code=2)
    begin = (
        "--cut-off",
        "2027-10-31",
        "--certify-by",
        "2027-11-01",
        "--authority",
        "LL 2 §9",
        "--fee",
        "25.00",
    )
    said = run("relevy", "--year", "2028", "--begin", *begin, "--fee-code", "ROLL")
    # 182.00 + 18.20 + 25.00 and 220.00 - 20.00 - 20.00 + 20.00 + 25.00
    assert "The list is open: 2 parcels, 450.20." in said
    said = run("relevy", "--year", "2028", "--freeze", "--accept", "--certify", "Res. 88", "--out", str(out))
    assert "Certified as RLV-2027-0001: 2 parcels, 450.20." in said

    aged = run("report", "aged", "--as-of", "2027-11-01", "--out", str(out / "Aged.pdf"))
    assert "On the tax roll 450.20" in aged
    roll = ("--from", "2027-01-01", "--to", "2027-11-01", "--out", str(out / "Roll.xlsx"))
    rolled = run("report", "roll-forward", *roll)
    assert "ok  Closing on" in rolled
    statement = ("--account", ANNA, "--from", "2027-01-01", "--choose", "by=x")
    assert "is no choice of the report statement" in run("report", "statement", *statement, code=2)
    assert "Statement of account" in run("report", "statement", *statement[:-2])
    assert "FAULT" not in run("check") + run("journal")
    names = {path.name for path in out.iterdir()}
    assert {"Sewer bills 2026-Q4.pdf", "DEP-2027-0001 deposit slip.pdf", "Aged.pdf", "Roll.xlsx"} < names
    assert len(names) == 12


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("pay", "--account", BO), "Name the account and the amount received, or a file with --file."),
        (("pay", "--account", "7", "--amount", "5.00", "--tender", "cash"), "7"),
        (("pay", "--account", BO, "--amount", "5.00"), "Enter the check's number"),
        (("pay", "--account", BO, "--amount", "5.00", "--tender", "wampum"), "“wampum” is no check's number"),
        (("pay", "--account", BO, "--account", ANNA, "--amount", "5.00"), "Say how much of the money is for"),
        (
            ("pay", "--file", "/nowhere/batch.csv", "--amount", "5.00", "--payer", "Bo"),
            "The file says that for each of its payments; leave out --amount and --payer.",
        ),
        (("pay", "--file", "/nowhere/batch.csv"), "batch.csv could not be read as a CSV file"),
        (("return-check", "--receipt", "REC-2027-0009"), "There is no receipt REC-2027-0009 in this office."),
        (("approve", "--act", "ADJ-2027-0009"), "ADJ-2027-0009 does not wait for approval"),
        (("day", "2026-12-31"), "its calendar does not go back"),
        (
            ("close", "--through", "2027-01-04", "--post", "--answer", "x=y"),
            "“x” is no item of the checklist",
        ),
        (("report", "nothing"), "“nothing” is no report of this program."),
        (("report", "aged", "--out", "aged.txt"), "aged.txt is neither a .pdf nor a .xlsx file"),
        (("policy", "--adopt", "percentage=10"), "“percentage” is no setting of a policy"),
        (("policy", "--adopt", "grace=two"), "grace is a whole number, not “two”."),
        (("policy", "--adopt", "on_penalties=maybe"), "on_penalties is yes or no, not “maybe”."),
        (("deposit", "--notes", "20x3"), "“20x3” is no count of notes"),
        (("import", "/nowhere/x.csv", "--kind", "bills"), "returns, not “bills”."),
        (("restore", "/nowhere/office.db"), "There is no backup /nowhere/office.db."),
        (("answer", "--account", BO), "has no reading of Q4 2026 to answer"),
        (("pay", "--account", BO, "--amount", "1.00", "--by", "ZZ"), "Nobody with the initials ZZ works"),
    ],
)
def test_refuse_in_one_sentence(run: Words, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in run(*words, code=2)


@pytest.mark.parametrize(
    "words",
    [("--amount", "12,3x"), ("--received", "2/30/2027"), ("--postmark", "2027-02-30")],
)
def test_do_not_understand_what_cannot_be_read(
    tmp_path: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["pay", str(tmp_path), *words])
    assert caught.value.code == 2
    assert words[0] in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("pay", "--received", "0001-01-01"),
        ("pay", "--postmark", "0207-02-02"),
        ("close", "--through", "0001-01-01"),
        ("close", "--through", "9999-12-31"),
        ("bill", "--quarter", "9999-Q4"),
    ],
)
def test_do_not_understand_a_year_that_no_office_means(
    run: Words, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """A slip in the year is told as one; the last year is a hundred after 2027, where this office stands."""
    with pytest.raises(SystemExit):
        run(*words)
    assert f"“{words[-1]}” cannot be meant; type a year from 1900 to 2127" in capsys.readouterr().err


def test_say_in_which_line_the_year_is_wrong(run: Words, tmp_path: Path) -> None:
    batch = tmp_path / "batch.csv"
    batch.write_text(f"account,amount,tender,received\n{BO},10.00,cash,0001-01-01\n", "utf-8")
    said = run("pay", "--file", str(batch), code=2)
    assert "Line 2 of batch.csv: “0001-01-01” cannot be meant; type a year from 1900 to 2127.\n" in said


def test_end_a_sentence_with_one_period(run: Words, tmp_path: Path) -> None:
    batch = tmp_path / "batch.csv"
    batch.write_text(f"account,amount,tender\n{BO},,cash\n", "utf-8")
    for words in (("--file", str(batch)), ("--account", f"{BO}=ten", "--amount", "5.00")):
        said = run("pay", *words, code=2)
        assert said.endswith("Type an amount such as 1,234.50.\n")
    assert run("pay", "--account", "=5", "--amount", "5.00", code=2).endswith("type NAME=TEXT.\n")


def test_preview_refuses_a_day_still_ahead(run: Words) -> None:
    """The preview promises nothing that posting refuses."""
    ahead = ("pay", "--account", BO, "--amount", "5.00", "--tender", "cash", "--received", "2027-01-05")
    for words in (ahead, (*ahead, "--preview")):
        assert "cannot have come on 01/05/2027, which is still ahead" in run(*words, code=2)
    assert "Nothing was saved." in run(*ahead[:-1], "2027-01-04", "--preview")


def test_ask_before_money_is_saved(run: Words) -> None:
    run("bill", "--post")
    again = ("--account", ANNA, "--amount", "182.00", "--check-number", "77")
    run("pay", *again)
    # paid before by a check of this number, and more than is owed
    assert "Nothing was saved. Look at the 2 things above and add --acknowledge." in run(
        "pay", *again, code=2
    )
    assert "1 receipt saved" in run("pay", *again, "--acknowledge")


@pytest.mark.parametrize("word", ["Check 1204", "check #1204", "CHECK 1204", "1204"])
def test_read_the_number_of_a_check_after_its_word(run: Words, tmp_path: Path, word: str) -> None:
    batch = tmp_path / "batch.csv"
    batch.write_text(f"account,amount,tender\n{BO},10.00,{word}\n", "utf-8")
    run("pay", "--file", str(batch), "--acknowledge")
    run("export", str(tmp_path / "all"))
    with (tmp_path / "all" / "receipt.csv").open(encoding="utf-8", newline="") as file:
        [receipt] = csv.DictReader(file)
    assert (receipt["tender"], receipt["check_number"]) == ("check", "1204")


def test_post_nothing_where_the_papers_have_no_folder(run: Words, tmp_path: Path) -> None:
    (tmp_path / "papers").write_text("a file", "utf-8")
    adjust = ("--account", BO, "--amount", "5.00", "--reason", "Billing error", "--requested-by", "Ann")
    for out in (tmp_path / "papers", tmp_path / "papers" / "today"):
        said = run("adjust", *adjust, "--out", str(out), code=2)
        assert "for the papers." in said
    assert "To approve: 0 adjustments." in run("approve")


def test_refuse_to_refuse_without_saying_why(run: Words) -> None:
    run("adjust", "--account", BO, "--amount", "5.00", "--reason", "Billing error", "--requested-by", "Ann")
    decided = ("--act", "ADJ-2027-0001", "--decided-by", "Bea")
    assert "Say why it is refused" in run("approve", *decided, "--refuse", "", code=2)
    assert "To approve: 1 adjustment." in run("approve", code=1)


def test_undo_an_act_by_its_number(run: Words) -> None:
    """An adjustment entered on the wrong account is undone whole; what is undone is no longer listed."""
    run("bill", "--post", "--sent")
    wrong = ("--account", BO, "--amount=-20.00", "--reason", "Billing error", "--requested-by", "Mary Bell")
    run("adjust", *wrong)
    listed = run("undo")
    assert "ADJ-2027-0001     01/04/2027  Adjustment                  -20.00  Billing error" in listed
    assert listed.endswith("1 act can be looked at; name one with --act to undo it.\n")
    assert "Enter why; the auditor reads it." in run("undo", "--act", "ADJ-2027-0001", code=2)
    said = run("undo", "--act", "ADJ-2027-0001", "--reason", "Meant for another account")
    assert said == "UND-2027-0001: ADJ-2027-0001 is undone.\n"
    assert "No act ADJ-2027-0001 stands in this office." in run("undo", "--act", "ADJ-2027-0001", code=2)
    assert run("undo") == "0 acts can be looked at; name one with --act to undo it.\n"
    assert "It then owes 219.00." in run(
        "pay", "--account", BO, "--amount", "1.00", "--tender", "cash", "--preview"
    )


def test_restore_makes_no_folder_of_an_office_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["restore", str(tmp_path / "offce"), str(tmp_path / "backup.db")]) == 2
    assert "There is no folder" in capsys.readouterr().err
    assert not (tmp_path / "offce").exists()


def test_answer_a_reading_that_rolled_over(run: Words, tmp_path: Path) -> None:
    readings = tmp_path / "readings.csv"
    readings.write_text(
        "account,meter,read_date,reading,read_code\n00001042,48-1107,2027-03-30,20,A\n", "utf-8"
    )
    run("bill", "--post")
    run("day", "2027-04-01")
    assert "Imported 1 readings from readings.csv, 0 rejected." in run("import", str(readings))
    assert "1 reading of Q1 2027 to look at." in run("answer", code=1)
    assert "1 held" in run("bill", code=1)
    said = run("answer", "--account", ANNA, "--answer", "misread", "--reason", "The dial was looked at again")
    assert said.startswith("Answered as misread: Account 00001042")


def test_refuse_to_move_the_calendar_of_a_real_office(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new_office(tmp_path / "real").close(back_up=False)
    assert main(["day", str(tmp_path / "real"), "2027-02-01"]) == 2
    assert "This is no sample office" in capsys.readouterr().err


def test_list_the_reports_and_their_choices(run: Words) -> None:
    said = run("report")
    assert "roll-forward  Roll-forward: From the opening to the closing receivable" in said
    assert "--choose basis=effective|posted" in said


def test_make_the_sample_office(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sample", str(tmp_path / "sample"), "--law", "altamont"]) == 0
    said = capsys.readouterr().out
    assert "Imported 401 accounts from accounts.xlsx, 0 rejected." in said
    assert main(["answer", str(tmp_path / "sample")]) == 1
    assert "Account 00001017" in capsys.readouterr().out
