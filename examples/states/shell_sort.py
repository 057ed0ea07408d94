"""Sorts the numbers in a file, and counts one too many of them: a Python version of a well-known example in C."""

import sys

POOL = [0] * 32  # memory as C has it: what is behind an array belongs to somebody else


def shell_sort(a, size):
    h = 1
    while h <= size:
        h = h * 3 + 1
    while h > 1:
        h //= 3
        for i in range(h, size):
            v = a[i]
            j = i
            while j >= h and a[j - h] > v:
                a[j] = a[j - h]
                j -= h
            if i != j:
                a[j] = v


def main():
    words = open(sys.argv[1]).read().split()
    count = len(words) + 1  # as argc counts the program itself
    a = POOL
    for i in range(count - 1):
        a[i] = int(words[i])
    shell_sort(a, count)
    print(*a[: count - 1])


main()
