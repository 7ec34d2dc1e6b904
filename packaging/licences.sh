#!/usr/bin/env bash
# Prints the licences of everything that is linked into the programs, each text once.
set -euo pipefail
cd "$(dirname "$0")/.."

registry=${CARGO_HOME:-$HOME/.cargo}/registry/src
seen=$(mktemp)
trap 'rm -f "$seen"' EXIT
echo 'Clew is linked with the following libraries.'
cargo tree --locked -p clew -e normal --prefix none --format '{p}|{l}' |
    grep -v '(/' | sed 's/ (\*)$//; s/ (proc-macro)//' | sort -u |
    while IFS='|' read -r package licence; do
        folder=$(echo "$package" | sed 's/ v/-/')
        printf '\n%s\n%s (%s)\n%s\n' "$(printf '=%.0s' {1..80})" "$package" "$licence" \
            "$(printf '=%.0s' {1..80})"
        find "$registry"/*/"$folder" \( -iname 'licen[cs]e*' -o -iname 'copying*' -o -iname 'notice*' \) \
            -type f | sort | while read -r file; do
            name=${file#"$registry"/*/}
            digest=$(sha256sum < "$file")
            # Many packages have the same text.
            if earlier=$(grep -F -m1 "$digest" "$seen"); then
                printf '\n--- %s: the same as %s\n' "$name" "${earlier##* }"
                continue
            fi
            echo "$digest $name" >> "$seen"
            printf '\n--- %s\n\n' "$name"
            cat "$file"
        done
    done
cat <<'END'

================================================================================
The C and C++ libraries of the compiler (GNU C Library, libgcc, libstdc++)
================================================================================

The GNU C Library is under the GNU Lesser General Public License, version 2.1 or later; libgcc and
libstdc++ are under the GNU General Public License, version 3, with the GCC Runtime Library
Exception. Clew's source builds with any version of them.
END
