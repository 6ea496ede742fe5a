"""The text notation: every move written in a line and read again."""

from engines.kernel import notation
from engines.kernel.input import text_files
from tests.contract.games import Table, played
from tests.contract.walk import Check


def every_move_survives_text_notation(table: Table) -> None:
    box, seats = table.game.box(), table.seats
    lines = []
    for entry in played(table).entries:
        for move in (entry.move, entry.known_body()) if entry.known_body() != entry.move else (entry.move,):
            line = notation.write(table.game, box, move, seats)
            assert notation.read(table.game, box, line, seats) == move, line
            if "seat" in move:
                _, rest = line.split(" ", 1)
                for word in (str(move["seat"]), clear_beginning(seats, move["seat"])):
                    assert notation.read(table.game, box, f"{word} {rest}", seats) == move
        lines.append(notation.write(table.game, box, entry.move, seats))
    head = [text_files.Seat(colour, f'{colour}, "{ply}" ') for ply, colour in enumerate(seats)]
    header = "\n".join(text_files.write_header(table.game, head, table.options))
    text = f"{header}\n\n" + "\n".join(f"  {line}  # ply {ply}\n" for ply, line in enumerate(lines, 1))
    found = text_files.header(text)
    assert found.seats == head
    assert found.values(text_files.OPTION, table.game.options()) == table.options
    read = list(text_files.read_file(table.game, box, text, seats))
    assert [move for _, move in read] == [entry.move for entry in played(table).entries]
    first = header.count("\n") + 3
    assert [number for number, _ in read] == [first + 2 * place for place in range(len(lines))]


def clear_beginning(seats: list[str], seat: int) -> str:
    """The shortest beginning of a colour that no other colour has."""
    colour = seats[seat]
    return next(colour[:end] for end in range(1, 99) if sum(other.startswith(colour[:end]) for other in seats) == 1)


CHECKS: tuple[Check, ...] = (every_move_survives_text_notation,)
