#!/usr/bin/env bash
# Makes the release: a Debian package and an archive, in target/dist. `make dist` calls it.
# The same source and tools give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
machine=$(uname -m)
name=clew-$version-$machine-linux
out=target/dist
tree=$out/$name
CLEW_COMMIT=$(git describe --always --dirty --abbrev=12 --exclude '*' 2>/dev/null || true)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export CLEW_COMMIT SOURCE_DATE_EPOCH
rm -rf "$out"
mkdir -p "$tree"

# The programs need no shared library. Only linking differs from `make build`: the linker finds the
# static libraries first, here.
static=$out/static
mkdir -p "$static"
for library in libstdc++.a libc.a libm.a; do
    ln -s "$(gcc -print-file-name=$library)" "$static"
done
for program in clew clew-check; do
    cargo rustc --release --locked -p $program --bin $program -- \
        -C target-feature=+crt-static -C link-arg=-L"$PWD/$static"
    install -D -s "target/release/$program" "$tree/bin/$program"
done
rm -r "$static"

# Manual and completions, by the program itself.
clew=$tree/bin/clew
"$clew" manual --form man --out "$tree/share/man/man1"
completions() {
    mkdir -p "$(dirname "$tree/share/$2")"
    "$clew" completions "$1" > "$tree/share/$2"
}
completions bash bash-completion/completions/clew
completions zsh zsh/site-functions/_clew
completions fish fish/vendor_completions.d/clew.fish

# Pages and licences. What is linked in has licences of its own.
doc=$tree/share/doc/clew
mkdir -p "$doc"
cp -r README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE docs examples "$doc"
packaging/licences.sh > "$doc/THIRD-PARTY"

find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
    -C "$out" -cf - "$name" | gzip -n -9 > "$out/$name.tar.gz"

# The same files as a package.
if command -v dpkg-deb > /dev/null; then
    root=$out/deb
    mkdir -p "$root/DEBIAN"
    cp -r "$tree" "$root/usr"
    mv "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"
    gzip -n -9 "$root"/usr/share/man/man1/*.1
    mv "$root/usr/share/doc/clew/CHANGELOG.md" "$root/usr/share/doc/clew/changelog"
    gzip -n -9 "$root/usr/share/doc/clew/changelog"
    cp packaging/copyright "$root/usr/share/doc/clew/copyright"
    architecture=$(dpkg --print-architecture)
    size=$(du -sk "$root/usr" | cut -f1)
    sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$size/" \
        packaging/control > "$root/DEBIAN/control"
    chmod -R u=rwX,go=rX "$root"
    dpkg-deb --root-owner-group --build "$root" "$out/clew_${version}_$architecture.deb" > /dev/null
    rm -rf "$root"
fi

# The archive works where it is unpacked.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -C "$folder" -xf "$out/$name.tar.gz"
"$folder/$name/bin/clew" --version
"$folder/$name/bin/clew" gen examples/triangle.c --fail-on open --out "$folder/tests" > /dev/null 2>&1
rm -rf "$tree"
ls -l "$out"
