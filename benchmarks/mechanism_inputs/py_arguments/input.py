import sys


def walk(node):
    for each in (1, 2):
        sys.stdout.write("x")
        if each == 2:
            leaf(each)
    return walk(node)


def leaf(number):
    print(number)


class Tree:
    def grow(self, by):
        self.prune(by)

    def prune(self, much):
        self.grow(much)


try:
    walk(3)
except RecursionError:
    Tree().grow(4)
