"""A C program with seven bugs, and a folder full of inputs that trigger them, as a fuzzer leaves it."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

# An input is a row of lines. The word at the beginning of a line says what to do; two functions crash in the same way
# at different places, and two assertions are in one function.
SOURCE = r"""
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static __attribute__((noinline)) void walk_list(const char *argument) {
    volatile int *nowhere = argument[0] == '!' ? NULL : (int *)argument;
    if (argument[0] == '!') *nowhere = 1;
}
static __attribute__((noinline)) void free_node(const char *argument) {
    volatile int *nowhere = argument[0] == '!' ? NULL : (int *)argument;
    if (argument[0] == '!') *nowhere = 2;
}
static __attribute__((noinline)) void give_up(const char *argument) {
    if (argument[0] == '!') abort();
}
static __attribute__((noinline)) void check(const char *argument) {
    int depth = atoi(argument);
    assert(depth < 1000);
    assert(depth >= 0);
}
static __attribute__((noinline)) int add(int number) { return number + 1; }
static __attribute__((noinline)) int copy(const char *argument) {
    char *name = malloc(8);
    int first;
    for (size_t at = 0; at <= strlen(argument) && at < 12; at++) name[at] = argument[at];
    first = name[0];
    free(name);
    return first;
}

int main(int count, char **arguments) {
    char line[256];
    FILE *file = fopen(arguments[1], "r");
    int sum = 0;
    if (count < 2 || !file) return 2;
    while (fgets(line, sizeof line, file)) {
        char *argument = strchr(line, ' ');
        argument = argument ? argument + 1 : line + strlen(line);
        if (!strncmp(line, "walk", 4)) walk_list(argument);
        if (!strncmp(line, "free", 4)) free_node(argument);
        if (!strncmp(line, "give", 4)) give_up(argument);
        if (!strncmp(line, "deep", 4)) check(argument);
        if (!strncmp(line, "plus", 4)) sum ^= add(atoi(argument));
        if (!strncmp(line, "copy", 4)) sum ^= copy(argument);
    }
    return sum == 123456;
}
"""

BUGS = {
    "walk": "walk !",
    "free": "free !",
    "give": "give !",
    "high": "deep 1000",
    "low": "deep -3",
    "plus": "plus 2147483647",
    "copy": "copy ABCDEFGH",
}
HARMLESS = ("walk a", "free b", "give c", "deep 12", "plus 3", "copy D", "word", "noise 17")


def build(folder: Path) -> Path:
    """The program, which reports overflows of numbers and of memory, and stops there."""
    source, program = folder / "planted.c", folder / "planted"
    source.write_text(SOURCE)
    flags = ["-g", "-O0", "-fsanitize=address,signed-integer-overflow", "-fno-sanitize-recover=all"]
    subprocess.run(["gcc", *flags, "-o", program, source], check=True)
    return program


def noise(random: Random, lines: int) -> list[str]:
    return [random.choice(HARMLESS) for _ in range(lines)]


def crashing(random: Random, bug: str) -> bytes:
    """An input that triggers one of the bugs, somewhere among harmless lines, sometimes with another behind it."""
    rest = noise(random, random.randrange(4))
    if random.random() < 0.2:
        rest.append(random.choice(list(BUGS.values())))
    lines = [*noise(random, random.randrange(1, 8)), BUGS[bug], *rest]
    return "".join(f"{line}\n" for line in lines).encode()


def fill(folder: Path, count: int) -> dict[str, str]:
    """So many inputs, in turn for each of the bugs; the bug by the name of the file."""
    random = Random(7)
    folder.mkdir(parents=True)
    planted = {}
    for number, bug in zip(range(count), list(BUGS) * count, strict=False):
        name = f"crash-{number:040x}"
        (folder / name).write_bytes(crashing(random, bug))
        planted[name] = bug
    return planted
