"""What tests of screens use in place of a clerk."""

from collections import deque
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing that was said or asked: which call, its sentence, and its other words by name."""

    call: str
    sentence: str
    words: dict[str, object]


@dataclass(slots=True)
class RecordingPrompter:
    """A ``Prompter`` that gives the answers it was told to and remembers what was asked.

    A question without an answer left fails the test; so does an answer of the wrong kind.
    """

    answers: deque[object] = field(default_factory=deque)
    asked: list[Asked] = field(default_factory=list)

    def will_answer(self, *answers: object) -> None:
        """Give these answers to the next questions, in this order."""
        self.answers.extend(answers)

    @property
    def told(self) -> list[str]:
        """The sentences of ``tell``."""
        return [each.sentence for each in self.asked if each.call == "tell"]

    def tell(self, message: str, *, detail: str = "", problem: bool = False) -> None:
        self.asked.append(Asked("tell", message, {"detail": detail, "problem": problem}))

    def ask(self, question: str, *, yes: str, no: str, detail: str = "", danger: bool = False) -> bool:
        words: dict[str, object] = {"yes": yes, "no": no, "detail": detail, "danger": danger}
        answer = self._answer("ask", question, words)
        assert isinstance(answer, bool), f"{question} was answered with {answer!r}"
        return answer

    def ask_text(
        self,
        question: str,
        *,
        label: str,
        done: str,
        cancel: str = "Cancel",
        detail: str = "",
        limit: int = 500,
    ) -> str | None:
        words: dict[str, object] = {"label": label, "done": done, "cancel": cancel, "detail": detail}
        answer = self._answer("ask_text", question, {**words, "limit": limit})
        assert answer is None or isinstance(answer, str), f"{question} was answered with {answer!r}"
        return answer

    def choose_file(self, title: str, *, kinds: str, folder: Path | None = None) -> Path | None:
        return self._path("choose_file", title, {"kinds": kinds, "folder": folder})

    def save_file(self, title: str, *, proposed: Path, kinds: str) -> Path | None:
        return self._path("save_file", title, {"kinds": kinds, "proposed": proposed})

    def choose_folder(self, title: str, *, folder: Path | None = None) -> Path | None:
        return self._path("choose_folder", title, {"folder": folder})

    def _path(self, call: str, title: str, words: dict[str, object]) -> Path | None:
        answer = self._answer(call, title, words)
        assert answer is None or isinstance(answer, Path), f"{title} was answered with {answer!r}"
        return answer

    def _answer(self, call: str, sentence: str, words: dict[str, object]) -> object:
        self.asked.append(Asked(call, sentence, words))
        assert self.answers, f"nobody expected to be asked: {sentence}"
        return self.answers.popleft()
