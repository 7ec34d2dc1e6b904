#!/usr/bin/env bash
# Checks the test programs themselves, without Clew.
#
#   tests/check-corpus.sh            everything
#   tests/check-corpus.sh PATH...    only these programs or folders (below tests/)
#
# - run/: every program gives the same output and exit status with gcc -O0,
#   gcc -O2, clang -O0 and (where installed) clang-19 -O0, the status its header
#   names, and no sanitizer report.
# - faults/: every buggy program names one fault of its folder's kind and has a
#   fixed twin; the twin is clean under the sanitizers and valgrind.
#
# Exit status: 0 when all is well, 1 otherwise.

set -u
cd "$(dirname "$0")" || exit 1
tests=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=0
export LC_ALL=C TZ=UTC
ulimit -c 0

sanitize="-g -O0 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
checked=0
failed=0

fail() {
    failed=$((failed + 1))
    echo "FAIL $1: $2"
    if [ -n "${3:-}" ] && [ -s "$3" ]; then head -n 12 "$3" | sed 's/^/    /'; fi
}

# header FILE KEY: the value of `// KEY: value` in the comment block at the top.
header() {
    awk -v key="// $2:" '
        !/^\/\// { exit }
        index($0, key) == 1 { v = substr($0, length(key) + 1); sub(/^ /, "", v); print v; exit }
    ' "$1"
}

# build COMPILER FLAGS FILE OUT: compiles the program and its extra files.
build() {
    local compiler=$1 flags=$2 file=$3 out=$4 dir extra
    dir=$(dirname "$file")
    local sources=("$file")
    for extra in $(header "$file" files); do sources+=("$dir/$extra"); done
    # shellcheck disable=SC2086
    nice "$compiler" -w $flags "${sources[@]}" -o "$out" $(header "$file" cflags) 2>"$out.log"
}

# execute FILE PROGRAM: output to PROGRAM.out and PROGRAM.err, status on stdout.
execute() {
    local file=$1 program=$2
    local args=()
    eval "args=($(header "$file" args))"
    (
        cd "$work" || exit 1
        printf '%b' "$(header "$file" stdin)" |
            nice timeout 60 "$program" "${args[@]}" >"$program.out" 2>"$program.err"
        echo "${PIPESTATUS[1]}"
    )
}

check_run() {
    local file=$1 name=$2 expected status first="" variant compiler flags
    expected=$(header "$file" status)
    for variant in "gcc -O0" "gcc -O2" "clang -O0" "clang-19 -O0"; do
        compiler=${variant% *}
        flags=${variant#* }
        command -v "$compiler" >/dev/null || continue
        [ "$(header "$file" compiler)" = gcc ] && [ "$compiler" != gcc ] && continue
        local program="$work/run.${compiler}${flags}"
        if ! build "$compiler" "$flags" "$file" "$program"; then
            fail "$name" "does not compile with $variant" "$program.log"
            return
        fi
        status=$(execute "$file" "$program")
        if [ "$status" != "${expected:-0}" ]; then
            fail "$name" "exit status $status with $variant, header says ${expected:-0}" "$program.err"
            return
        fi
        if [ -z "$first" ]; then
            first=$program
            execute "$file" "$program" >/dev/null
            cp "$program.out" "$work/first.out"
            [ -s "$work/first.out" ] || fail "$name" "prints nothing"
        elif ! diff "$work/first.out" "$program.out" >"$work/diff"; then
            fail "$name" "gcc -O0 and $variant differ" "$work/diff"
            return
        fi
    done
    [ -n "$(header "$file" sanitizers)" ] && return
    check_sanitizers "$file" "$name" "${expected:-0}"
}

check_sanitizers() {
    local file=$1 name=$2 expected=$3 status program="$work/sanitized"
    if ! build gcc "$sanitize" "$file" "$program"; then
        fail "$name" "does not compile with sanitizers" "$program.log"
        return
    fi
    status=$(execute "$file" "$program")
    if [ "$status" != "$expected" ] || grep -q 'runtime error:\|ERROR: AddressSanitizer' "$program.err"; then
        fail "$name" "sanitizer report (status $status)" "$program.err"
    fi
}

check_fault() {
    local file=$1 name=$2 kind marks
    kind=$(basename "$(dirname "$file")")
    marks=$(grep -o '//~ [a-z-]*$' "$file")
    [ "$marks" = "//~ $kind" ] || fail "$name" "expects '$marks', its folder says $kind"
    [ -f "${file%.c}.fixed.c" ] || fail "$name" "has no fixed twin"
    build clang "-O0 -fsyntax-only" "$file" "$work/fault" ||
        fail "$name" "does not compile" "$work/fault.log"
}

check_fixed() {
    local file=$1 name=$2 status program="$work/fixed"
    [ -f "${file%.fixed.c}.c" ] || fail "$name" "has no buggy twin"
    if grep -q '//~ ' "$file"; then fail "$name" "expects a fault"; fi
    check_sanitizers "$file" "$name" 0
    command -v valgrind >/dev/null || return
    if ! build gcc "-g -O0" "$file" "$program"; then
        fail "$name" "does not compile" "$program.log"
        return
    fi
    nice valgrind -q --error-exitcode=99 "$program" </dev/null >"$program.out" 2>"$program.err"
    status=$?
    [ "$status" = 0 ] || fail "$name" "valgrind report (status $status)" "$program.err"
}

roots=("$@")
[ ${#roots[@]} -gt 0 ] || roots=(run faults)
while IFS= read -r file; do
    name=${file#"$tests"/}
    case "$(head -n 1 "$file")" in
        "// test: run") check_run "$file" "$name" ;;
        "// test: fault")
            case "$file" in
                *.fixed.c) check_fixed "$file" "$name" ;;
                *) check_fault "$file" "$name" ;;
            esac ;;
        *) continue ;; # an extra translation unit of another program
    esac
    checked=$((checked + 1))
done < <(for root in "${roots[@]}"; do
    case "$root" in /*) ;; *) root="$tests/${root#tests/}" ;; esac
    find "$root" -name '*.c'
done | sort)

echo "$checked programs checked, $failed failures"
[ "$checked" -gt 0 ] && [ "$failed" -eq 0 ]
