"""Archived records in lists and in the feed: by number, in packed blocks, with a sixth of the memory of other records.

A store packs a sorted set of up to 128 members. So each index has, in addition to the set of records that are not
archived, blocks of archived ones, and a set with the lowest score of each block but the first.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from service.store.keys import key, shard, shard_feed
from service.store.log import Log

COUNTERS = "mb:{lists}:cold"
"""A hash: the last number of a record, and of a block."""
_PREFIX, _TOGETHER = "mb:{lists}:", 100

_BLOCKS = """
local function named(number, index) return 'mb:{lists}:cold-' .. number .. ':' .. string.sub(index, 12) end
local function row_of(number)
  return 'mb:{lists}:cold:' .. math.floor(number / 100), number % 100
end
local function block_of(index, score)
  local blocks = named('blocks', index)
  local found = redis.call('ZRANGE', blocks, score, '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, 1, 'WITHSCORES')
  return found[1] or '0', found[2]
end
"""
_CHANGE = (
    _BLOCKS
    + """
local function take_out(index, score, number)
  local block = block_of(index, score)
  redis.call('ZREM', named(block, index), number)
  if redis.call('EXISTS', named(block, index)) == 0 then redis.call('ZREM', named('blocks', index), block) end
end
local function new_block(index, least)
  local block = redis.call('HINCRBY', 'mb:{lists}:cold', 'block', 1)
  redis.call('ZADD', named('blocks', index), least, block)
  return named(block, index)
end
local function put(index, score, number)
  local block = named(block_of(index, score), index)
  local count = redis.call('ZCARD', block)
  if count >= 128 then
    local function score_at(rank) return tonumber(redis.call('ZRANGE', block, rank, rank, 'WITHSCORES')[2]) end
    local least = score_at(math.floor(count / 2))
    if tonumber(score) > score_at(-1) then
      block = new_block(index, score)
    elseif least > score_at(0) then  -- otherwise too many have one score
      local rows = redis.call('ZRANGE', block, least, '+inf', 'BYSCORE', 'WITHSCORES')
      redis.call('ZREMRANGEBYSCORE', block, least, '+inf')
      local upper = new_block(index, least)
      for i = 1, #rows, 2 do redis.call('ZADD', upper, rows[i + 1], rows[i]) end
      if tonumber(score) >= least then block = upper end
    end
  end
  redis.call('ZADD', block, score, number)
end
local number, record, lists = ARGV[1], ARGV[2], tonumber(ARGV[3])
local rows, field = row_of(number)
local known, then_at, position = string.match(redis.call('HGET', rows, field) or '', '^(%S+) (%d+) (%d*)$')
if known and known ~= record then return 0 end
if known then
  for i = 1, #KEYS do
    local score = i <= lists and then_at or position
    if score ~= '' then take_out(KEYS[i], score, number) end
  end
end
"""
)
# Moves a record from the sets of its lists, and from those of the feed that follow, to the blocks.
SETTLE = (
    _CHANGE
    + """
position = lists < #KEYS and redis.call('ZSCORE', KEYS[lists + 1], record) or position or ''
for i = 1, #KEYS do
  local score = i <= lists and ARGV[4] or position
  if score ~= '' then put(KEYS[i], score, number) end
  redis.call('ZREM', KEYS[i], record)
end
redis.call('HSET', rows, field, record .. ' ' .. ARGV[4] .. ' ' .. position)
return 1
"""
)
# The opposite for the feed, unless the record was announced meanwhile; its lists have its new time by now.
DROP = (
    _CHANGE
    + """
for i = lists + 1, #KEYS do
  if known and position ~= '' and not redis.call('ZSCORE', KEYS[i], record) then
    redis.call('ZADD', KEYS[i], position, record)
  end
end
redis.call('HDEL', rows, field)
return 1
"""
)
_ROWS = """
local out = {}
local function add(rows)
  for i = 1, #rows, 2 do
    local name, field = row_of(rows[i])
    out[#out + 1] = string.match(redis.call('HGET', name, field) or '', '^%S+') or ''
    out[#out + 1] = rows[i + 1]
  end
end
"""
# The rows of the block that has a score, from there down; and the lowest score that the block may have.
BELOW = (
    _BLOCKS
    + _ROWS
    + """
local block, from = block_of(KEYS[1], ARGV[1])
add(redis.call('ZRANGE', named(block, KEYS[1]), ARGV[1], ARGV[2], 'BYSCORE', 'REV', 'WITHSCORES'))
return {from or '', out}
"""
)
# The rows above a score, in rising order.
ABOVE = (
    _BLOCKS
    + _ROWS
    + """
local index, most = KEYS[1], 2 * ARGV[2]
local block, from = block_of(index, ARGV[1])
while block and #out < most do
  local left = most / 2 - #out / 2
  add(redis.call('ZRANGE', named(block, index), '(' .. ARGV[1], '+inf', 'BYSCORE', 'LIMIT', 0, left, 'WITHSCORES'))
  local above, blocks = from and '(' .. from or '-inf', named('blocks', index)
  local after = redis.call('ZRANGE', blocks, above, '+inf', 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')
  block, from = after[1], after[2]
end
return out
"""
)
# The number of an archived record: that of its head, else a new one, under which it is not listed yet.
CLAIM = """
local held = redis.call('HGET', KEYS[1], 'archived')
if held == '0' then redis.call('HSET', KEYS[1], 'archived', -ARGV[1]) end
return held and (held == '0' and tonumber(ARGV[1]) or math.abs(held)) or 0
"""
# Replaces the value of a field, or removes the field for an empty one, unless it has changed meanwhile.
REPLACE = """
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
"""
UNLIST = """
local number = redis.call('HGET', KEYS[1], 'archived')
if not number then return 0 end
redis.call('HSET', KEYS[1], 'archived', -math.abs(number))
redis.call('XADD', KEYS[2], '*', 'r', ARGV[1], 'v', 0)
return math.abs(number)
"""


class Row(NamedTuple):
    """A row of an index."""

    score: int
    record: str


def claim(log: Log, record: str) -> int:
    """The number of an archived record; 0 for one that is not archived."""
    head = key("head", record)
    held = int(log.store.hget(head, "archived") or 0)
    return abs(held) or int(log.script(CLAIM)(keys=[head], args=[log.store.hincrby(COUNTERS, "record", 1)]))


def is_listed(log: Log, record: str) -> bool:
    """Whether an archived record is listed under its number."""
    return int(log.store.hget(key("head", record), "archived") or 0) > 0


def change(log: Log, record: str, before: int, number: int) -> None:
    """Change the number of an archived record: negative until it is listed under it, 0 to request a new one."""
    log.script(REPLACE)(keys=[key("head", record)], args=["archived", before, number])


def unlist(log: Log, record: str) -> int:
    """Note that an archived record must be listed again, and return its number.

    A line in its shard's feed lets the sweep find it.
    """
    names = [key("head", record), shard_feed(shard(record))]
    return int(log.script(UNLIST)(keys=names, args=[record]))


def put(log: Log, record: str, number: int, score: int, lists: Sequence[str], feed: Sequence[str]) -> bool:
    """Move a record from the sets of some lists with a score, and from those of the feed, to their blocks.

    Returns:
        False if another record has the number: the lists were lost, and numbers began again.
    """
    return bool(log.script(SETTLE)(keys=[*lists, *feed], args=[number, record, len(lists), score]))


def drop(log: Log, record: str, number: int, lists: Sequence[str], feed: Sequence[str]) -> None:
    """Take a record out of the blocks of some lists, and move it back to the sets of the feed."""
    log.script(DROP)(keys=[*lists, *feed], args=[number, record, len(lists)])


def sizes(log: Log, names: Iterable[str]) -> list[int]:
    """About how many archived records each of these indexes has."""
    pipe = log.store.pipeline(transaction=False)
    for name in names:
        pipe.zcard(_named("blocks", name))
        pipe.zcard(_named("0", name))
    found = pipe.execute()
    return [_TOGETHER * blocks + first for blocks, first in zip(found[::2], found[1::2], strict=True)]


def _named(block: str, index: str) -> str:
    return f"{_PREFIX}cold-{block}:{index.removeprefix(_PREFIX)}"


def below(log: Log, index: str, top: int | str, least: int) -> Iterator[Row]:
    """The archived records of an index from a score down, in falling order of score and id."""
    script, reached = log.script(BELOW), str(top)
    while reached:
        low, found = script(keys=[index], args=[reached, least])
        yield from sorted(rows_of(found), reverse=True)
        reached = f"({low.decode()}" if low and float(low) > least else ""


def rows_of(found: Sequence[Any]) -> list[Row]:
    """The rows in a script's answer."""
    return [Row(int(score), record.decode()) for record, score in zip(found[::2], found[1::2], strict=True)]
