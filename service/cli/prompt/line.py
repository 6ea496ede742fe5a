"""The prompt of ``movebook record``: completion while typing, and a line below that says who is to move."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.patch_stdout import patch_stdout

from engines.kernel.text import plain
from service.cli.prompt import completion, corrections
from service.cli.prompt.session import Desk, Reply
from service.cli.screen import console, folded, show
from service.out import tell


class Completing(Completer):
    """Completion drawn from what the service offers.

    Args:
        desk: The record.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """What may be typed at the cursor."""
        del complete_event
        desk = self.desk
        if desk.asking is not None:
            typed = document.text_before_cursor.casefold()
            fitting = [choice for choice in desk.asking.choices() if choice.casefold().startswith(typed)]
            yield from (Completion(choice, -len(typed), display=plain(choice)) for choice in fitting)
            return
        typed = document.text_before_cursor
        found = completion.suggest(typed, desk.table, desk.offers, desk.hint, desk.say)
        seen: set[str] = set()
        for suggestion in (*corrections.suggest(desk, typed), *found):
            if suggestion.text not in seen:
                seen.add(suggestion.text)
                yield Completion(
                    suggestion.text,
                    -suggestion.back,
                    display=plain(suggestion.text),
                    display_meta=plain(suggestion.says),
                )


def show_reply(reply: Reply, refused: str = "") -> None:
    """Show an answer.

    Args:
        reply: The answer.
        refused: What stands before one that says no.
    """
    if reply.picture is not None:
        show(reply.picture)
    else:
        text = reply.text if reply.fine else refused + reply.text
        tell(folded(text, console().width) if sys.stdout.isatty() else text, flush=True)


def _asked(desk: Desk) -> str:
    """What stands before the cursor: who may move, or the field that is asked for."""
    return f"{desk.turn()}> " if desk.asking is None else desk.asking.question()


def converse(desk: Desk, command: Callable[[str], Reply | None]) -> None:
    """Take lines at the prompt until Ctrl-D or ``quit``.

    Args:
        desk: The record.
        command: Answers what is no move.

    Raises:
        KeyboardInterrupt: Ctrl-C on an empty line.
    """
    session: PromptSession[str] = PromptSession(
        completer=Completing(desk),
        complete_in_thread=True,
        complete_while_typing=True,
        bottom_toolbar=lambda: (
            f" {desk.turn()}   {desk.say('? for help, Ctrl-D to leave', '? para ayuda, Ctrl-D para salir')}"
        ),
    )
    line = ""
    while True:
        try:
            with patch_stdout():
                line = session.prompt(plain(_asked(desk)), default=line)
        except KeyboardInterrupt:
            if not session.default_buffer.text:
                raise
            line = ""
            continue
        except EOFError:
            return
        if line.strip() == "quit" and desk.asking is None:
            return
        reply = command(line) or desk.enter(line)
        if reply is not None:
            show_reply(reply, "✗ ")
        # If others recorded first, their moves are shown and the line stays at the prompt, ready to be sent again.
        line = line if reply is not None and reply.again else ""
