#!/bin/sh
# Sees to the system packages that a profile needs, and installs only what a probe misses.
#
#   sh packaging/system_packages.sh PROFILE...
#
#   python     venv and pip for the system's python3, and certificates for downloads
#   offscreen  the libraries of Qt without a window
#   window     the libraries of Qt in an X11 or Wayland window
#   test       an X server without a screen, a hand to move its pointer, what reads the texts of a PDF, and a C compiler
#   subnet     a simulator of InfiniBand, a subnet manager for it, what lists its links, and what reads graphs: for the proof of planned fabrics
#   watch      a Prometheus server, for the proof that fleets are watched through one; it is not left running as a service
#   readers    programs that read what is exported: Slurm, dnsmasq and Graphviz, for the proof that names stay names; no service is left running
#   browser    Chromium without a window, for the proof that the page of a work package works without a network
#   dist       what PyInstaller needs
#   fresh      debootstrap
#
# As root, or where `sudo -n` works, it installs. Otherwise it prints the one line to run and stops with 1.
# Tried on Debian 12 and 13; the names of Ubuntu 24.04 are those of Debian 13.
set -eu

if [ $# -eq 0 ]; then
    echo "usage: system_packages.sh python|offscreen|window|test|subnet|watch|readers|browser|dist|fresh ..." >&2
    exit 2
fi

# Prints its argument when the dynamic linker does not find that library.
missing_library() {
    python3 -c 'import ctypes, sys
try:
    ctypes.CDLL(sys.argv[1])
except OSError:
    print(sys.argv[1])' "$1"
}

# A package that was renamed for 64-bit time: the new name where the archive has it.
name_of() {
    case $1 in
        libglib2.0-0)
            if apt-cache show "$1t64" >/dev/null 2>&1; then echo "$1t64"; else echo "$1"; fi ;;
        *) echo "$1" ;;
    esac
}

chosen_python=$(sh "$(dirname "$0")/choose_python.sh")
wanted=""
need() { wanted="$wanted $1"; }
need_library() { [ -z "$(missing_library "$1")" ] || need "$2"; }
need_command() { command -v "$1" >/dev/null 2>&1 || need "$2"; }
# A program of administrators, which lies beside the paths of ordinary users.
need_tool() { PATH="$PATH:/usr/sbin:/sbin" command -v "$1" >/dev/null 2>&1 || need "$2"; }

probe() {
    case $1 in
        python)
            "$chosen_python" -c 'import ensurepip, venv' 2>/dev/null || need python3-venv
            [ -s /etc/ssl/certs/ca-certificates.crt ] || [ -s /etc/pki/tls/certs/ca-bundle.crt ] || need ca-certificates ;;
        offscreen)
            need_library libglib-2.0.so.0 libglib2.0-0
            need_library libgthread-2.0.so.0 libglib2.0-0
            need_library libGL.so.1 libgl1
            need_library libEGL.so.1 libegl1
            need_library libdbus-1.so.3 libdbus-1-3
            # For the compiler of translations, which is linked with Qt's network library.
            need_library libgssapi_krb5.so.2 libgssapi-krb5-2
            need_library libfontconfig.so.1 libfontconfig1
            need_library libxkbcommon.so.0 libxkbcommon0 ;;
        window)
            need_library libxcb-cursor.so.0 libxcb-cursor0
            need_library libxcb-icccm.so.4 libxcb-icccm4
            need_library libxcb-keysyms.so.1 libxcb-keysyms1
            need_library libxcb-shape.so.0 libxcb-shape0
            need_library libxcb-xkb.so.1 libxcb-xkb1
            need_library libxkbcommon-x11.so.0 libxkbcommon-x11-0
            need_library libwayland-cursor.so.0 libwayland-cursor0 ;;
        test)
            need_command Xvfb xvfb
            need_command xdotool xdotool
            need_command pdftotext poppler-utils
            # For the library that stands in for the NVIDIA driver.
            echo '#include <stdio.h>' | cc -E - >/dev/null 2>&1 || { need gcc; need libc6-dev; } ;;
        subnet)
            need_tool ibsim ibsim-utils
            need_tool opensm opensm
            need_tool ibnetdiscover infiniband-diags
            need_command nop graphviz ;;
        watch)
            need_command prometheus prometheus ;;
        readers)
            need_command scontrol slurm-client
            need_tool slurmctld slurmctld
            need_tool slurmd slurmd
            need_tool dnsmasq dnsmasq-base
            need_command gvpr graphviz ;;
        browser)
            # The shell for headless use needs neither GTK nor a printer's library. Any Chromium that is there will do.
            command -v chromium >/dev/null 2>&1 || need_command chromium-headless-shell chromium-headless-shell ;;
        dist)
            need_command objdump binutils
            # PyInstaller ships the interpreter as a library, which the python3 of Debian does not bring.
            "$chosen_python" -c 'import ctypes, pathlib, sys, sysconfig
name = sysconfig.get_config_var("INSTSONAME") or ""
folder = sysconfig.get_config_var("LIBDIR") or ""
if not name.endswith(".a") and (pathlib.Path(folder) / name).exists():
    sys.exit(0)
try:
    ctypes.CDLL("libpython%d.%d.so.1.0" % sys.version_info[:2])
except OSError:
    sys.exit(1)' || need "$("$chosen_python" -c 'import sys; print("libpython%d.%d" % sys.version_info[:2])')" ;;
        fresh)
            need_command debootstrap debootstrap ;;
        *)
            echo "system_packages.sh: unknown profile $1" >&2
            exit 2 ;;
    esac
}

for profile in "$@"; do probe "$profile"; done
[ -n "$wanted" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "GPU Desk needs what these Debian packages hold; please install it with your package manager:$wanted" >&2
    exit 1
fi

as_root=""
if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then as_root="sudo -n"; else as_root=no; fi
fi

# In a bare system the package lists are missing, and the names cannot be chosen without them.
if [ "$as_root" != no ]; then
    $as_root apt-get update -qq
fi
names=$(for package in $wanted; do name_of "$package"; done | sort -u | tr '\n' ' ')
names=${names% }
if [ "$as_root" = no ]; then
    echo "GPU Desk needs system packages that are missing here. Please run this line, then try again:" >&2
    echo "    sudo apt-get install --no-install-recommends $names" >&2
    exit 1
fi
echo "Installing system packages: $names"
# Only the programs are wanted, no service that listens from now on: none of them must start now, nor at the next boot.
services=""
for package in $names; do
    case $package in
        prometheus) services="$services prometheus" ;;
        # Slurm brings munge along, by which its programs know each other.
        slurmctld | slurmd | slurm-client) services="$services slurmctld slurmd munge" ;;
    esac
done
if [ -n "$services" ]; then
    policy=/usr/sbin/policy-rc.d
    for service in $services; do
        # One that was here before goes on as it is.
        if [ -e "/usr/lib/systemd/system/$service.service" ] || [ -e "/lib/systemd/system/$service.service" ]; then continue; fi
        unit=/etc/systemd/system/$service.service
        if [ ! -e "$unit" ] && [ ! -L "$unit" ]; then $as_root mkdir -p "${unit%/*}" && $as_root ln -s /dev/null "$unit"; fi
    done
    if [ ! -e "$policy" ]; then
        trap '$as_root rm -f "$policy"' EXIT
        printf '#!/bin/sh\nexit 101\n' | $as_root tee "$policy" >/dev/null
        $as_root chmod 755 "$policy"
    fi
fi
# shellcheck disable=SC2086  # both are lists of words
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $names >/dev/null
unset wanted
for profile in "$@"; do wanted=""; probe "$profile"; [ -z "$wanted" ] || { echo "still missing after the installation:$wanted" >&2; exit 1; }; done
