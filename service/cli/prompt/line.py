"""The prompt of ``movebook record``: completion while typing, and a line below that says who is to move."""

import sys
from collections.abc import Callable, Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.patch_stdout import patch_stdout

from engines.kernel.text import plain
from service.cli.prompt import completion, corrections
from service.cli.prompt.session import Reply, Session
from service.cli.screen import console, show, wrapped
from service.out import write_line


class LineCompleter(Completer):
    """Completion drawn from what the service offers."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """What may be typed at the cursor."""
        del complete_event
        session = self.session
        if session.asking is not None:
            typed = document.text_before_cursor.casefold()
            fitting = [choice for choice in session.asking.choices() if choice.casefold().startswith(typed)]
            yield from (Completion(choice, -len(typed), display=plain(choice)) for choice in fitting)
            return
        typed = document.text_before_cursor
        found = completion.suggest(typed, session.table, session.offers, session.hint, session.say)
        seen: set[str] = set()
        for suggestion in (*corrections.suggest(session, typed), *found):
            if suggestion.text not in seen:
                seen.add(suggestion.text)
                yield Completion(
                    suggestion.text,
                    -suggestion.back,
                    display=plain(suggestion.text),
                    display_meta=plain(suggestion.says),
                )


def show_reply(reply: Reply, refused: str = "") -> None:
    """Show an answer."""
    if reply.picture is not None:
        show(reply.picture)
    else:
        text = reply.text if reply.fine else refused + reply.text
        write_line(wrapped(text, console().width) if sys.stdout.isatty() else text, flush=True)


def _prompt(session: Session) -> str:
    """The text before the cursor: who may move, or the field that is asked for."""
    return f"{session.turn()}> " if session.asking is None else session.asking.question()


def converse(session: Session, command: Callable[[str], Reply | None]) -> None:
    """Take lines at the prompt until Ctrl-D or ``quit``.

    Raises:
        KeyboardInterrupt: Ctrl-C on an empty line.
    """
    prompt: PromptSession[str] = PromptSession(
        completer=LineCompleter(session),
        complete_in_thread=True,
        complete_while_typing=True,
        bottom_toolbar=lambda: (
            f" {session.turn()}   {session.say('? for help, Ctrl-D to leave', '? para ayuda, Ctrl-D para salir')}"
        ),
    )
    line = ""
    while True:
        try:
            with patch_stdout():
                line = prompt.prompt(plain(_prompt(session)), default=line)
        except KeyboardInterrupt:
            if not prompt.default_buffer.text:
                raise
            line = ""
            continue
        except EOFError:
            return
        if line.strip() == "quit" and session.asking is None:
            return
        reply = command(line) or session.enter(line)
        if reply is not None:
            show_reply(reply, "✗ ")
        # If others recorded first, their moves are shown and the line stays at the prompt, ready to be sent again.
        line = line if reply is not None and reply.again else ""
