#!/bin/sh
# Draws the pictures of README and docs: what the window shows of the sample project, in both languages and themes.
set -eu
cd "$(dirname "$0")/.."

gpudesk=.venv/bin/gpudesk
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
GPUDESK_HOME=$folder
export GPUDESK_HOME
sample=$folder/small-pod.gpudesk
"$gpudesk" new "$sample" --template small-pod --set released_revision=C
mkdir -p docs/pictures
"$gpudesk" render "$sample" rack docs/pictures/rack-dark-en.png --size 1600x1000 --theme dark --lang en
"$gpudesk" render "$sample" rack docs/pictures/rack-light-es.png --size 1600x1000 --theme light --lang es
"$gpudesk" onsite record "$sample" RDY-010 --by "Ana Ruiz" --set revision=C --set lead="Ana Ruiz"
"$gpudesk" render "$sample" onsite docs/pictures/onsite-dark-en.png --size 1600x1000 --theme dark --lang en
pod=$folder/superpod.gpudesk
"$gpudesk" new "$pod" --template dgx-h100-superpod
"$gpudesk" render "$pod" floor docs/pictures/floor-light-en.png --size 1600x1000 --theme light --lang en
"$gpudesk" render "$pod" catalog docs/pictures/catalog-dark-en.png --size 1600x1000 --theme dark --lang en
"$gpudesk" cable "$pod"
"$gpudesk" render "$pod" fabric docs/pictures/fabric-dark-en.png --size 1600x1000 --theme dark --lang en
