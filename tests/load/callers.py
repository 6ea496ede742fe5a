"""``python -m tests.load.callers``: callers who throw requests, each the next one as soon as it has its answer.

On standard input the attack as JSON; it begins at once and ends at the end of the input. Then it prints how often it
was answered, by status.
"""

import asyncio
import json
import sys
from collections import Counter
from typing import Any

from service.store.child_processes import lower_priority

NICE = 10
"""The machine that attacks is this one: it shall not take the processor from the one that is attacked."""
PLIES = 559
"""Positions to look back to."""


async def caller(host: str, port: int, steps: list[dict[str, Any]], number: int, counted: Counter[str]) -> None:
    """Throw requests until cancelled."""
    reader = writer = None
    count, record = number * 17, ""
    while True:
        for step in steps:
            count += 1
            path = step["path"].replace("{n}", str(count % PLIES)).replace("{id}", record)
            try:
                if writer is None or reader is None:
                    reader, writer = await asyncio.open_connection(host, port)
                body = step["body"].encode()
                headers = {"Host": host, **step["headers"], "Content-Length": len(body)}
                head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
                head = head.replace("{n}", str(count)).replace("{caller}", str(number))
                writer.write(f"{step['method']} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
                status, told = await answer(reader)
            except (OSError, asyncio.IncompleteReadError, ValueError):
                counted["broken off"] += 1
                if writer is not None:
                    writer.close()
                reader = writer = None
                await asyncio.sleep(0.05)
                break
            counted[str(status)] += 1
            if status >= 400:
                break
            if step is not steps[-1]:
                record = json.loads(told).get("id", record)


async def holder(host: str, port: int, text: str, counted: Counter[str]) -> None:
    """Send a text and hold the connection; the next one when it ends, until cancelled."""
    while True:
        writer = None
        try:
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(text.encode("latin-1"))
            status = (await reader.readline()).decode("latin-1").split(" ")[1:2]
            counted[status[0] if status else "broken off"] += 1
            while await reader.read(65536):
                pass
        except (OSError, ValueError):
            counted["broken off"] += 1
        finally:
            if writer is not None:
                writer.close()
        await asyncio.sleep(0.5)


async def answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The status and body of one answer."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    size = next(int(line.split(":")[1]) for line in head if line.lower().startswith("content-length:"))
    return int(head[0].split()[1]), await reader.readexactly(size)


async def main() -> None:
    """Throw what the first line says until the input ends."""
    lower_priority(NICE)
    attack = json.loads(sys.stdin.readline())
    counted: Counter[str] = Counter()
    tasks = [
        asyncio.create_task(caller(attack["host"], attack["port"], attack["steps"], number, counted))
        for number in range(0 if attack["hold"] else attack["callers"])
    ]
    step = attack["steps"][0]
    headers = "".join(f"{name}: {value}\r\n" for name, value in step["headers"].items())
    text = attack["text"] or f"{step['method']} {step['path']} HTTP/1.1\r\nHost: x\r\n{headers}\r\n"
    for number in range(attack["hold"]):
        tasks.append(asyncio.create_task(holder(attack["host"], attack["port"], text, counted)))
        if number % 100 == 0:
            await asyncio.sleep(0.01)
        counted["held"] += 1
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    sys.stdout.write(json.dumps(counted) + "\n")


if __name__ == "__main__":
    asyncio.run(main())
