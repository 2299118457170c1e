#!/usr/bin/env bash
# Makes a page of each dump of a CI job, beside the dump, and prints an annotation for GitHub at the line of the throw.
# action.yml runs it; other CI servers may. A dump that cannot be read gets a warning, and the job's result stays as it
# was.
#
# CRASH_DUMPS      directory of the dumps, default `crashes`
# CRASH_COMMAND    how to run crash-collector, default `npx --no-install crash-collector`; split at blanks
# GITHUB_OUTPUT, GITHUB_STEP_SUMMARY   files of GitHub's runner; without them nothing is written there
set -uo pipefail

directory=${CRASH_DUMPS:-crashes}
read -ra collector <<< "${CRASH_COMMAND:-npx --no-install crash-collector}"
output=${GITHUB_OUTPUT:-/dev/null}
summary=${GITHUB_STEP_SUMMARY:-/dev/null}
most_annotations=10 # GitHub shows no more errors of a step
most_pages=50

shopt -s nullglob
dumps=("$directory"/*.ccdump)
echo "count=${#dumps[@]}" >> "$output"
if [ ${#dumps[@]} -eq 0 ]; then
  echo "no dumps in $directory"
  exit 0
fi

# The names begin with the time, so the first dumps are the oldest, as are mostly the causes of the others.
made=0
for dump in "${dumps[@]:0:$most_pages}"; do
  page=${dump%.ccdump}.html
  if ! "${collector[@]}" show --html "$page" "$dump" > /dev/null; then
    name=${dump##*/}
    echo "::warning title=crash-collector::${name//[^A-Za-z0-9._-]/_} cannot be read"
    continue
  fi
  made=$((made + 1))
  if [ "$made" -le "$most_annotations" ]; then "${collector[@]}" show --format github "$dump" || true; fi
done
echo "dumps in $directory: ${#dumps[@]}, pages: $made"
{
  echo "### Dumps: ${#dumps[@]}"
  echo
  echo "In the artefact: a page for each, to be opened in a browser, and the dump itself for \`crash-collector open\`."
  echo
  # Indented, so that the texts of errors are no Markdown.
  "${collector[@]}" list "$directory" 2> /dev/null | head -n 20 | sed 's/^/    /'
} >> "$summary"
