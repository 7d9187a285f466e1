#!/bin/sh
# Opens GPU Desk on the sample project. Without a display it creates the sample, checks it, draws its pictures and prints
# their paths.
set -eu
cd "$(dirname "$0")/.."

gpudesk=.venv/bin/gpudesk
folder=build/sample
sample=$folder/small-pod.gpudesk
mkdir -p "$folder"

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    sh packaging/system_packages.sh offscreen window
    [ -e "$sample" ] || "$gpudesk" new "$sample" --template small-pod
    exec "$gpudesk" "$sample"
fi

echo "No display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window opens."
echo "Creating the sample plan instead, checking it and drawing its pictures."
sh packaging/system_packages.sh offscreen
rm -f "$sample" "$sample"-*
"$gpudesk" new "$sample" --template small-pod
"$gpudesk" info "$sample"
findings=0
"$gpudesk" check "$sample" || findings=$?
# 5 means that there are findings, which is a result and not a failure.
[ "$findings" -eq 0 ] || [ "$findings" -eq 5 ] || exit "$findings"
# Each theme and each language once: a picture takes two seconds of processor time.
for look in light-en dark-es; do
    for pane in home rack elevation; do
        "$gpudesk" render "$sample" "$pane" "$folder/$pane-$look.png" --theme "${look%-*}" --lang "${look#*-}" >/dev/null
    done
done
"$gpudesk" render "$sample" elevation "$folder/elevation.svg" >/dev/null
"$gpudesk" render "$sample" elevation "$folder/elevation.pdf" >/dev/null
echo "The project is $PWD/$sample; its pictures are in the same folder:"
for picture in "$folder"/*.png "$folder"/*.svg "$folder"/*.pdf; do echo "    $PWD/$picture"; done
