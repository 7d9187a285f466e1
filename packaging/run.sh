#!/bin/sh
# Opens GPU Desk on the sample project. Without a display it makes the sample, checks it, draws its pictures and says
# where they lie.
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
echo "Making the sample plan instead, checking it and drawing its pictures."
sh packaging/system_packages.sh offscreen
rm -f "$sample" "$sample"-*
"$gpudesk" new "$sample" --template small-pod
"$gpudesk" info "$sample"
findings=0
"$gpudesk" check "$sample" || findings=$?
# 5 says that the checks found something, which is an answer and no failure.
[ "$findings" -eq 0 ] || [ "$findings" -eq 5 ] || exit "$findings"
for theme in light dark; do
    for language in en es; do
        "$gpudesk" render "$sample" rack "$folder/rack-$theme-$language.png" --size 1600x1000 --theme "$theme" --lang "$language"
    done
done
"$gpudesk" render "$sample" rack "$folder/rack.svg"
"$gpudesk" render "$sample" rack "$folder/rack.pdf"
echo "The project is $PWD/$sample; its pictures lie beside it:"
for picture in "$folder"/rack*; do echo "    $PWD/$picture"; done
