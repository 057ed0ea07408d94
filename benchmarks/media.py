"""Sound and video by packets, and byte by byte, read by ffprobe and ffmpeg.

usage: python -m benchmarks.media

In each file two packets in the middle are needed, as a reader finds them: by the checksums that ffprobe prints. The
last one is a stream with a broken picture, which ffmpeg complains about; its bytes go, too.
"""

from __future__ import annotations

from benchmarks.binaries import Case, reduced
from benchmarks.report import Report

LIMIT = ["--max-tests", "300"]
WAYS = (("by packets", ["--min-granularity", "parts"]), ("byte by byte", ["--format", "characters"]))
SOUND = "ffmpeg -nostdin -v error -f lavfi -i 'aevalsrc=sin(1000*t*(1+t)):d=4'"
FILM = f"{SOUND} -f lavfi -i testsrc=size=64x48:rate=6:duration=4"
HASHES = "ffprobe -v quiet -show_entries packet=data_hash -show_data_hash md5 {name}"
TEST = f'{HASHES} > out; while read line; do grep -qF "$line" out || exit 1; done < "$(dirname "$0")/hashes"'
FILES = {
    "sound.ogg": f"{SOUND} -c:a libvorbis sound.ogg",
    "sound.opus": f"{SOUND} -c:a libopus sound.opus",
    "sound.mp3": f"{SOUND} sound.mp3",
    "sound.aac": f"{SOUND} sound.aac",
    "sound.m4a": f"{SOUND} sound.m4a",
    "sound.flac": f"{SOUND} sound.flac",
    "sound.mka": f"{SOUND} -c:a libvorbis sound.mka",
    "film.mp4": f"{FILM} -c:v libx264 -g 6 film.mp4",
    "film.mkv": f"{FILM} -c:v libx264 -g 6 film.mkv",
    "film.webm": f"{FILM} -c:v libvpx film.webm",
    "film.avi": f"{FILM} -c:v mpeg4 film.avi",
}
BROKEN = (
    "ffmpeg -nostdin -v error -f lavfi -i testsrc=size=64x48:rate=6:duration=4 -c:v libx264 -g 6 -bf 0 clean.h264 && "
    "ffmpeg -nostdin -v error -i clean.h264 -c copy -bsf:v 'noise=amount=eq(n\\,15)*3' broken.h264"
)


def cases() -> list[Case]:
    found = []
    for name, make in FILES.items():
        lines = f"{HASHES.format(name=name)} | grep data_hash | sed -n '20p;40p' > hashes"
        found.append(Case(name, f"{make} && {lines}", TEST.format(name=name)))
    test = "ffmpeg -nostdin -v error -i broken.h264 -f null - 2>&1 | grep -q 'decode_slice_header error'"
    return [*found, Case("broken.h264", BROKEN, test)]


def main() -> None:
    columns = [f"{way}: {what}" for way, _ in WAYS for what in ("tests", "bytes left")]
    report = Report("media", "Sound and video by packets and byte by byte", ["file", "bytes", *columns])
    for case in cases():
        size, cells = 0, list[str]()
        for _, options in WAYS:
            chosen = options if case.name != "broken.h264" or "characters" in options else []
            size, done = reduced(case, [*chosen, *LIMIT])
            stopped = "" if done["finished"] else ", stopped"
            cells += [f"{done['tests']:,}{stopped}", f"{done['after']['bytes']:,}"]
        report.row(case.name, f"{size:,}", *cells)
        report.write()
    report.note(
        "One job; a reduction is stopped after 300 tests. The bytes in packets are looked at in the last file only."
    )
    report.write()


if __name__ == "__main__":
    main()
