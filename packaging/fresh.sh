#!/bin/sh
# Proves on a bare Debian that the project installs, starts and tests itself with nothing but python3 and make.
#
#   [FULL=1] sh packaging/fresh.sh [bookworm|trixie]
#
# A debootstrap minbase tree with only those two gets the files of this checkout (tracked, and untracked ones that git does
# not ignore) and runs there, as a chroot:
#   - make run: system packages, environment, catalog and translations, the sample project with its pictures
#   - the self-test of the installed program
#   - make test T=...: the tests of packaging and structure (tests/test_house), the end-to-end tests, and a small test file
#     of every folder of tests, so that each area loads and works with only what this script installed
# That proves the installation. The behavior itself is proved by `make test` on the checkout; .ci/run leaves out there what runs
# complete here (`sample_tests.sh complete`). FULL=1 runs all tests in the bare tree, as before a release. Package mirror, certificates and pip's settings are this machine's own.
# GPUDESK_FRESH_MIRROR names another Debian mirror. The bare tree and the downloads are kept in
# ${XDG_CACHE_HOME:-~/.cache}/gpudesk-fresh; the tree itself goes when this ends. Mounts live in a mount namespace of
# their own, so none can stay behind.
set -eu
suite=${1:-bookworm}
top=$(cd "$(dirname "$0")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/gpudesk-fresh
TREE_AGE_DAYS=7

say() { echo "fresh: $*"; }
stop() { echo "fresh: $*" >&2; exit 1; }

# --- second part, inside the mount namespace --------------------------------------------------------------------------
# $FRESH_BINDS: lines of "folder here" that the tree sees read-only at the same path.
if [ "${1:-}" = --inside ]; then
    tree=$2
    mount -t proc proc "$tree/proc"
    mount -t tmpfs tmpfs "$tree/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$tree/dev/pts"
    ln -sf pts/ptmx "$tree/dev/ptmx"
    mount --bind "$FRESH_CACHE/apt-$FRESH_SUITE" "$tree/var/cache/apt/archives"
    mount --bind "$FRESH_CACHE/pip" "$tree/root/.cache/pip"
    while IFS= read -r folder; do
        [ -n "$folder" ] || continue
        mkdir -p "$tree$folder"
        mount --bind "$folder" "$tree$folder"
        mount -o remount,bind,ro "$tree$folder"
    done <<LINES
$FRESH_BINDS
LINES
    chroot "$tree" sh -euc '
        cd /src
        make run
        QT_QPA_PLATFORM=offscreen .venv/bin/gpudesk self-test
        # Each worker loads the program and all of the samples, so there are no more than cores.
        if [ "$FULL" = 1 ]; then make test; else make test WORKERS=$(nproc) T="$(sh packaging/sample_tests.sh)"; fi'
    exit
fi

# --- first part: the tree ---------------------------------------------------------------------------------------------
case $suite in bookworm | trixie) ;; *) stop "unknown suite $suite; bookworm or trixie" ;; esac
[ "$(id -u)" -eq 0 ] || stop "chroot and debootstrap need root; please run: sudo make fresh"
sh "$top/packaging/system_packages.sh" fresh
unshare --mount true 2>/dev/null || stop "this machine does not allow mount namespaces (unshare --mount)"

mkdir -p "$cache/apt-$suite/partial" "$cache/pip"
architecture=$(dpkg --print-architecture)
bare=$cache/$suite-$architecture.tar
work=$(mktemp -d "${TMPDIR:-/var/tmp}/gpudesk-fresh.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
tree=$work/tree

# The mirror that this machine's own apt uses for this suite, or for any suite of Debian.
own_mirror() {
    apt-get indextargets --format '$(ORIGIN) $(CODENAME) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
        awk -v suite="$suite" '$1 == "Debian" && $3 == "main" && $2 !~ /-/ {
            if ($2 == suite) { exact = $4 } else if (!any) { any = $4 }
        } END { print exact ? exact : any }'
}

if [ -n "$(find "$bare" -mtime -$TREE_AGE_DAYS 2>/dev/null)" ]; then
    say "bare $suite tree from the cache"
    mkdir "$tree"
    tar -xpf "$bare" -C "$tree" --numeric-owner
else
    mirror=${GPUDESK_FRESH_MIRROR:-$(own_mirror)}
    [ -n "$mirror" ] || stop "apt knows no Debian mirror here; name one in GPUDESK_FRESH_MIRROR"
    say "making a bare $suite tree"
    debootstrap --variant=minbase --include=python3,make "$suite" "$tree" "$mirror" >"$work/debootstrap.log" 2>&1 ||
        { tail -n 20 "$work/debootstrap.log" >&2; stop "debootstrap failed"; }
    rm -f "$tree"/var/cache/apt/archives/*.deb
    tar -cpf "$bare.unfinished" -C "$tree" --numeric-owner .
    mv "$bare.unfinished" "$bare"
fi

# --- this machine's way to the network --------------------------------------------------------------------------------
cp /etc/resolv.conf /etc/hosts "$tree/etc/"
if [ -d /usr/local/share/ca-certificates ]; then
    mkdir -p "$tree/usr/local/share/ca-certificates"
    cp -r /usr/local/share/ca-certificates/. "$tree/usr/local/share/ca-certificates/"
fi
apt-config dump | grep -E '^Acquire::(http|https)::(Proxy|CaInfo)' >"$tree/etc/apt/apt.conf.d/90fresh" || true

pip_files=""
for file in /etc/xdg/pip/pip.conf /etc/pip.conf "$HOME/.pip/pip.conf" "${XDG_CONFIG_HOME:-$HOME/.config}/pip/pip.conf" \
    "${PIP_CONFIG_FILE:-}"; do
    if [ -n "$file" ] && [ -f "$file" ]; then pip_files="$pip_files $file"; fi
done
# pip in the tree reads the same files from where it looks for them there: two in one file would say a section twice.
mkdir -p "$tree/root/.cache/pip"
own_pip_file=""
for file in $pip_files; do
    case $file in
        "${PIP_CONFIG_FILE:-}") target=/root/pip.conf own_pip_file=PIP_CONFIG_FILE=/root/pip.conf ;;
        /etc/*) target=$file ;;
        "$HOME/.pip/pip.conf") target=/root/.pip/pip.conf ;;
        *) target=/root/.config/pip/pip.conf ;;
    esac
    mkdir -p "$tree$(dirname "$target")"
    cp "$file" "$tree$target"
done
settings=$(env | grep -E '^(PIP_[A-Z_]+|[a-z]+_proxy|[A-Z]+_PROXY|SSL_CERT_FILE|SSL_CERT_DIR|REQUESTS_CA_BUNDLE)=' |
    grep -v '^PIP_CONFIG_FILE=' || true)

# Local folders that pip's settings name: an index of files lies beside the files it points to, so its parent is shown.
binds=""
# shellcheck disable=SC2086  # a list of files
for word in $(printf '%s\n' "$settings" | sed 's/^[^=]*=//'; [ -z "$pip_files" ] || sed 's/^[^=]*=//' $pip_files); do
    case $word in
        file://*) path=$(dirname "${word#file://}") ;;
        /*) path=$word ;;
        *) continue ;;
    esac
    case $path in /etc/ssl/certs*) continue ;; esac
    if [ -d "$path" ]; then
        case $binds in *"$path
"*) ;; *) binds="$binds$path
" ;; esac
    elif [ -f "$path" ]; then
        mkdir -p "$tree$(dirname "$path")"
        cp "$path" "$tree$path"
    fi
done

# --- the checkout -----------------------------------------------------------------------------------------------------
mkdir "$tree/src"
(
    cd "$top"
    git ls-files -z --cached --others --exclude-standard |
        xargs -0 sh -c 'for file; do if [ -e "$file" ]; then printf "%s\0" "$file"; fi; done' sh |
        tar -c --null -T - -f -
) | tar -x --no-same-owner -C "$tree/src"

say "make run, the self-test and make test in it"
set -- FULL="${FULL:-}" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 CI="${CI:-}" \
    FRESH_CACHE="$cache" FRESH_SUITE="$suite" FRESH_BINDS="$binds"
[ -z "$own_pip_file" ] || set -- "$@" "$own_pip_file"
while IFS= read -r setting; do
    [ -z "$setting" ] || set -- "$@" "$setting"
done <<LINES
$settings
LINES
env -i "$@" unshare --mount --pid --fork --kill-child -- sh "$top/packaging/fresh.sh" --inside "$tree" </dev/null
say "$suite: done"
