"""Back and forward lead to the very record one came from."""

from pytestqt.qtbot import QtBot

from sewerdesk.ui.navigation import HISTORY_LIMIT, Navigator, Route


def test_go_back_and_forward(qtbot: QtBot) -> None:
    navigator = Navigator()
    assert not navigator.back()
    for route in (Route("today"), Route("accounts", 7), Route("permits", 3, "fees")):
        with qtbot.waitSignal(navigator.navigated) as shown:
            navigator.open(route)
        assert shown.args == [route]
    navigator.back()
    assert navigator.current == Route("accounts", 7)
    assert navigator.can_go_forward
    navigator.forward()
    assert navigator.current == Route("permits", 3, "fees")
    assert not navigator.forward()


def test_return_to_the_row_selected_last() -> None:
    navigator = Navigator()
    navigator.open(Route("accounts", 7))
    navigator.note(Route("accounts", 9))
    navigator.note(Route("permits", 1))
    navigator.open(Route("permits", 3))
    navigator.back()
    assert navigator.current == Route("accounts", 9)


def test_forget_what_lay_ahead_when_going_elsewhere() -> None:
    navigator = Navigator()
    for key in ("today", "accounts"):
        navigator.open(Route(key))
    navigator.back()
    navigator.open(Route("permits"))
    assert not navigator.can_go_forward


def test_stay_when_the_page_may_not_be_left() -> None:
    navigator = Navigator()
    navigator.open(Route("today"))
    navigator.open(Route("accounts"))
    navigator.set_guard(bool)
    assert not navigator.open(Route("permits"))
    assert not navigator.back()
    assert navigator.current == Route("accounts")
    assert navigator.open(Route("accounts"))


def test_keep_no_endless_history() -> None:
    navigator = Navigator()
    for number in range(HISTORY_LIMIT + 20):
        navigator.open(Route("accounts", number))
    steps = 0
    while navigator.back():
        steps += 1
    assert steps == HISTORY_LIMIT
