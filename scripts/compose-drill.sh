#!/usr/bin/env bash
# A restore drill of the compose file's servers, as docs/runbook.md has it: copies them while nobody writes, restores the copies
# onto servers apart, starts no process of the service there, and looks at everything from there. From the repository's folder:
#
#   scripts/compose-drill.sh FOLDER
#
# The copies stay in FOLDER, which is new or empty: mongodb.archive.gz and eventstore.tar. Who writes meanwhile is answered 503
# until both are made. Ends with 0 only if every event, row and replay was read back and the audit trail follows from the log.
set -euo pipefail
umask 077

writers=(command-api-1 command-api-2 pipeline-1 pipeline-2 projectors)
# What was stopped for the copies still holds its leases in them.
leases_seconds=${EVIDENCE_DRILL_LEASES_SECONDS:-60}

fail() {
  echo "$1" >&2
  exit 2
}
apart() { docker compose --project-name evidence-drill "$@"; }
# A tool of MongoDB's in a container: `mongo_tool COMPOSE TOOL ARGS…`. No list of processes shows the password.
mongo_tool() {
  # shellcheck disable=SC2016 # Expanded in the container.
  "$1" exec -T mongodb bash -c 'exec "$0" --config <(printf "uri: mongodb://%s:%s@127.0.0.1/?authSource=admin\n" "$MONGO_INITDB_ROOT_USERNAME" "$MONGO_INITDB_ROOT_PASSWORD") --quiet --archive --gzip "$@"' "${@:2}"
}
stack() { docker compose "$@"; }
# The command line on the copy; as who runs the drill, so that its files are theirs.
evidence() {
  apart run --rm --no-deps -T --user "$(id -u):$(id -g)" --volume "$folder/look:/look" --env EVIDENCE_DATA_DIR=/look/data \
    --env "EVIDENCE_MODE=$1" query-api-1 node apps/run.mjs apps/cli/main.ts "${@:2}"
}

[ $# -eq 1 ] || fail "usage: scripts/compose-drill.sh FOLDER"
mkdir -p "$1"
folder=$(cd "$1" && pwd)
[ -z "$(ls -A "$folder")" ] || fail "$folder is not empty"
if [ -n "${EVENTSTORE_URL:-}${MONGODB_URL:-}" ] || grep -qsE '^(EVENTSTORE_URL|MONGODB_URL)=.' .env; then
  fail "the servers are not those of the compose file: copy and restore them by their own means (docs/runbook.md)"
fi
[ -n "$(stack ps --quiet mongodb)" ] || fail "the stack does not run here"

stopped=
clean_up() {
  [ -z "$stopped" ] || stack start "${writers[@]}"
  apart down --volumes
  rm -rf "$folder/look"
}
trap clean_up EXIT
apart down --volumes

echo "copying MongoDB, then the event store"
stopped=yes
stack stop "${writers[@]}"
mongo_tool stack mongodump --db evidence > "$folder/mongodb.archive.gz"
# In the order that KurrentDB asks for: checkpoints, index, chunks. tar ends with 1 where a chunk was written to meanwhile, which
# the checkpoints of before make good.
stack exec -T eventstore bash -c 'cd /var/lib/kurrentdb && {
  find . -type f -name "*.chk"
  find ./index -type f ! -name "*.chk"
  find . -type f ! -name "*.chk" ! -path "./index/*"
} | tar --create --files-from - || [ $? -eq 1 ]' > "$folder/eventstore.tar"
stack start "${writers[@]}"
stopped=

echo "restoring the event store, then MongoDB, onto servers apart"
apart run --rm --no-deps -T --entrypoint bash eventstore -c \
  'cd /var/lib/kurrentdb && tar --extract && cp chaser.chk truncate.chk' < "$folder/eventstore.tar"
apart up --detach --wait eventstore mongodb
apart run --rm --no-deps -T mongodb-replica-set
mongo_tool apart mongorestore --nsInclude 'evidence.*' < "$folder/mongodb.archive.gz"
sleep "$leases_seconds"

echo "looking at everything from there"
mkdir "$folder/look"
evidence distributed move --to embedded
backup=$(evidence embedded backup /look/backups)
evidence embedded backup check "$backup"
echo "the copies in $folder can be restored"
