#!/usr/bin/env bash
# Back up the containers of docker-compose.yml: compose-backup.sh FOLDER. For cron; the exit code is 0 only when the export
# was complete and the file was verified. COMPOSE names another command than "docker compose".
set -euo pipefail
folder=$(realpath -e -- "${1:?usage: compose-backup.sh FOLDER}")
cd "$(dirname "$(realpath "$0")")/.."
compose=${COMPOSE:-docker compose}
umask 077
fresh=$(mktemp "$folder/.movebook-XXXXXX")
trap 'rm -f "$fresh"' EXIT

# The export ends with 1 where a record is damaged: the file has its intact part and stays, and so does the exit code.
code=0
$compose exec -T api movebook export --all -o - </dev/null | gzip >"$fresh" || code=$?
if ! $compose run --rm --no-deps -T api movebook verify -q - <"$fresh"; then
    echo "compose-backup.sh: the backup is not complete and was removed" >&2
    exit 1
fi
sync "$fresh"
mv "$fresh" "$folder/movebook-$(date +%F).jsonl.gz"
# Thirty nights, and only after a good one.
[ "$code" -ne 0 ] || find "$folder" -maxdepth 1 -name "movebook-*.jsonl.gz" -mtime +30 -delete
exit "$code"
