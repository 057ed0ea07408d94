set -e
source_directory=${1:-.}
target=${2:-/tmp/backup}
count=0
log() {
    local level=$1
    shift
    echo "$(date +%H:%M:%S) [$level] $*" >&2
}
size_of() {
    stat -c %s "$1" 2>/dev/null || echo 0
}
if [ ! -d "$target" ]; then
    mkdir -p "$target" && log info "created $target"
fi
for file in "$source_directory"/*; do
    name=$(basename "$file")
    if [ -d "$file" ]; then
        log debug "skipping $name"
        continue
    fi
    case "$name" in
        *.tmp|*.bak) log debug "ignoring $name" ;;
        *.gz) cp "$file" "$target/" ;;
        *)
            gzip -c "$file" > "$target/$name.gz"
            ;;
    esac
    while [ "$(size_of "$target/$name.gz")" = 0 ]; do
        sleep 1
    done
done
{ echo done; ls "$target"; } | tail -n 3
