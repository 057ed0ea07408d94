"""A little program in each language, with lists, blocks, optional parts and comments in it."""

from __future__ import annotations

SNIPPETS: dict[str, bytes] = {
    language: text.lstrip("\n").encode()
    for language, text in {
        "bash": """
#!/bin/bash
# greet people
greet() {
    local name="$1"
    if [ -n "$name" ] && [ "$name" != "x" ]; then
        echo "hello ${name}" | tr a-z A-Z > /dev/null
    else
        return 1
    fi
}
for person in ann bob "carl the third"; do greet "$person"; done
case "$1" in
    start) greet a ;;
    stop|halt) greet b ;;
esac
""",
        "c": """
#include <stdio.h>
#define MOST 10
#ifdef DEBUG
static int debug = 1;
#else
static int debug;
#endif

struct point { int x, y; char name[8]; };

static int total(int first, const char *name, int last) {
    int sum = 1 + first + last, count;
    for (count = 0; count < MOST; count++) { sum += count; }
    if (name == 0) return -1; else { printf("%s %d", name, sum); }
    while (sum--) { first = last; } /* never */
    switch (sum) { case 1: break; default: return 2; }
    return sum ? first : last;
}
""",
        "c_sharp": """
using System;
namespace Shop.Core {
    public sealed class Item<T> : IComparable, IDisposable where T : new() {
        private readonly int price = 3, weight;
        [Obsolete] public string Name { get; set; } = "x";
        public int Total(int count, params int[] more) {
            foreach (var m in more) { price += m; }
            try { return count > 1 ? price * count : throw new Exception("no"); }
            catch (Exception e) when (e != null) { return 0; }
        }
    }
}
""",
        "cpp": """
#include <vector>
namespace shop {
template <typename T, int N = 3>
class Box : public Base<T>, private Other {
public:
    explicit Box(T first, T second) : first_(first), second_(second) {}
    virtual ~Box() = default;
    auto sum(const std::vector<T>& values) const -> T {
        T result{};
        for (auto& value : values) result += value;
        return [&](T more) { return result + more; }(first_);
    }
private:
    T first_, second_;
};
}
""",
        "css": """
@import url("base.css");
/* boxes */
.box > a:hover, #main p.note { color: red; margin: 0 auto 1px; }
@media (min-width: 10px) and (max-width: 20px) { .box { width: calc(100% - 2px); } }
""",
        "fortran": """
module shapes
   implicit none
   type :: point
      real :: x = 0.0, y = 0.0
   end type point
contains
   pure function area(p, scale) result(total)
      type(point), intent(in) :: p
      real, intent(in), optional :: scale
      real :: total
      total = p%x * p%y ! of a rectangle
      if (present(scale)) then
         total = total * scale
      else
         total = max(total, 1.0)
      end if
   end function area
end module shapes
program main
   use shapes
   integer :: i
   do i = 1, 3
      print *, area(point(1.0, 2.0), real(i))
   end do
end program main
""",
        "go": """
package main

import (
	"fmt"
	"os"
)

type Item struct {
	Name  string
	Price int
}

func (item *Item) Total(count, more int) (int, error) {
	if count > 1 && more != 0 || item == nil {
		return 0, fmt.Errorf("bad %d", count)
	}
	for i := 0; i < count; i++ {
		go func() { os.Exit(1) }()
	}
	values := []int{1, 2, 3}
	switch len(values) {
	case 1, 2:
		return 1, nil
	}
	return values[0] + more, nil
}
""",
        "haskell": """
module Main (main, total) where

import Data.List (sort, nub)

data Shape = Circle Double | Square Double deriving (Show, Eq)

total :: [Int] -> Int
total [] = 0
total (x:xs) = x + total xs

main :: IO ()
main = do
  let values = [1, 2, 3]
  print (total values)
  mapM_ print (sort values)
""",
        "java": """
package shop;

import java.util.List;
import java.util.Map;

public abstract class Item<T extends Comparable<T>> implements Runnable, Cloneable {
    private static final int[] SIZES = {1, 2, 3};
    private int price = 1, weight;

    @Override
    public int total(int count, List<String> names) throws Exception {
        if (count > 1) { return 1; } else if (names == null) price++; else return 2;
        for (int i = 0; i < count; i++) { weight += i; }
        try { run(); } catch (RuntimeException | Error e) { throw e; } finally { price = 0; }
        return names.stream().map(n -> n.length()).reduce(0, Integer::sum);
    }
}
""",
        "javascript": """
import { a, b as c } from "./lib.js";
async function load(first, { second, third }, fourth = 5, ...rest) {
    var x = 1, y;
    if (first == 2) { return x && second && third; } else await c(`text ${y} more`);
    for (const item of [1, 2, , 3,]) { a(item).then(q => q.p.r); }
    label: while (true) { break label; }
    return { first, second: 2, [third]: () => {}, get z() { return /re+/g; } };
}
export default class Box extends Base { static #count = 3; constructor() { super(); } }
""",
        "json": """
{"name": "x", "values": [1, -2.5e3, true, null, {"deep": []}], "empty": {}, "text": "a \\"quoted\\" word"}
""",
        "kotlin": """
package shop
import kotlin.math.max

data class Item(val name: String, var price: Int = 1)

fun total(items: List<Item>, more: Int?): Int {
    val sum = items.filter { it.price > 1 }.map { it.price }.sum()
    for (i in 1..3) { println("$i of ${items.size}") }
    return when { more == null -> sum; more > 2 -> max(sum, more) else -> 0 }
}
""",
        "lua": """
-- boxes
local box = { width = 1, height = 2, "x" }
local function area(self, ...)
    if self.width > 1 and self.height > 1 then
        return self.width * self.height
    elseif self then
        return 0
    end
    for i = 1, 3 do print(i, ...) end
end
return area(box, 1)
""",
        "make": """
CC = gcc
OBJECTS := a.o b.o

all: program tests

program: $(OBJECTS) | build
	$(CC) -o $@ $^
	@echo done

.PHONY: all
""",
        "markdown": """
# Title

A paragraph with *emphasis* and `code`.

- one
- two
  - nested

```c
int x;
```

> quoted

| a | b |
|---|---|
| 1 | 2 |
""",
        "ocaml": """
(* pairs *)
type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree

let rec insert x = function
  | Leaf -> Node (Leaf, x, Leaf)
  | Node (l, y, r) when x < y -> Node (insert x l, y, r)
  | Node (l, y, r) -> Node (l, y, insert x r)

let total = List.fold_left (fun sum x -> sum + x) 0 [1; 2; 3]
let () = Printf.printf "%d\\n" (if total > 3 then total else 0)
""",
        "perl": """
#!/usr/bin/perl
use strict;
use warnings;

# count words
package Counter;
sub new { my ($class, %options) = @_; return bless { count => {}, %options }, $class }
sub add {
    my ($self, @words) = @_;
    foreach my $word (grep { length > 1 } @words) { $self->{count}{lc $word}++ }
    return $self unless @words;
}
package main;
my $counter = Counter->new(limit => 3);
while (my $line = <STDIN>) {
    chomp $line;
    next if $line =~ /^\\s*#/;
    if ($line =~ s/foo(\\d+)/bar$1/g) { $counter->add(split /,\\s*/, $line); }
    elsif (!defined $ENV{QUIET}) { print STDERR "no match: $line\\n"; }
    else { last }
}
printf("%s %d\\n", $_, $counter->{count}{$_}) for sort keys %{ $counter->{count} };
""",
        "php": """
<?php
namespace Shop;
use Other\\Thing;

final class Item extends Base implements Countable {
    private ?int $price = 1;
    public function total(int $count, array $names = [], ...$more): int {
        foreach ($names as $key => $name) { echo "hello {$name}"; }
        if ($count > 1) { return $this->price; } elseif ($more) { return 2; } else { throw new \\Exception('no'); }
    }
}
?>
<p>html</p>
""",
        "python": """
import os, sys
from typing import (Any, Dict)

@decorated(1)
def total(first, second=1, *rest, key: int = 3) -> int:
    \"\"\"Says what.\"\"\"
    x = 1; y = [i for i in rest if i]
    if first and second and rest:
        return f"{x} of {y}"
    elif x:
        print(first, second)
    else:
        raise ValueError("no")
    with open(first) as file, open(second):
        pass  # nothing
    try:
        del x
    except (OSError, ValueError) as error:
        return {"a": 1, **error}
    finally:
        y = lambda a, b: a

class Box(Base, metaclass=Meta):
    size: int = 1
""",
        "ruby": """
require 'set'
module Shop
  class Item < Base
    attr_reader :name, :price
    def initialize(name, price = 1, *rest, key: 2, &block)
      @name, @price = name, price
      rest.each { |r| puts "got #{r}" }
      if price > 1 && name
        yield name
      elsif rest.empty?
        raise ArgumentError, "no"
      else
        return [1, 2, 3]
      end
    end
  end
end
""",
        "rust": """
use std::{fmt, io::Read};

#[derive(Debug, Clone)]
pub struct Item<'a, T: Copy> { pub name: &'a str, price: T, }

impl<'a, T> Item<'a, T> where T: Copy + fmt::Display {
    pub async fn total(&mut self, count: usize, more: Option<T>) -> Result<T, String> {
        let (a, mut b) = (1, [1, 2, 3]);
        if let Some(x) = more { return Ok(x); } else if count > 1 { b[0] += a; }
        for i in 0..count { println!("{} {}", i, self.name); }
        match count { 0 | 1 => Err("no".into()), n if n > 2 => Ok(self.price), _ => loop {} }
    }
}
""",
        "scala": """
package shop
import scala.collection.mutable.{Map, Set}

case class Item(name: String, price: Int = 1) extends Base with Other {
  def total(count: Int, more: Option[Int]): Int = {
    val sum = List(1, 2, 3).filter(_ > 1).map(x => x * count).sum
    more match {
      case Some(x) if x > 1 => x
      case None => sum
    }
  }
}
""",
        "sql": """
-- tables
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price INT DEFAULT 1);
INSERT INTO item (id, name) VALUES (1, 'a'), (2, 'b');
SELECT i.id, count(*) AS n FROM item i LEFT JOIN other o ON i.id = o.id
WHERE i.price > 1 AND i.name LIKE 'a%' OR i.id IN (1, 2) GROUP BY i.id ORDER BY n DESC LIMIT 3;
DROP TABLE item;
""",
        "swift": """
import Foundation

struct Item: Codable, Equatable {
    let name: String
    var price = 1
    func total(_ count: Int, names: [String] = []) throws -> Int? {
        guard count > 1, !names.isEmpty else { return nil }
        for name in names where name != "x" { print("hi \\(name)") }
        return names.map { $0.count }.reduce(0, +)
    }
}
""",
        "toml": """
title = "x"
[owner]
name = "a"
tags = ["one", "two"]
point = { x = 1, y = 2 }
[[items]]
date = 2020-01-01
""",
        "tsx": """
import React, { useState } from "react";
export function App({ title, items }: { title: string; items: number[] }) {
    const [count, setCount] = useState<number>(0);
    return <div className="app" onClick={() => setCount(count + 1)}>{items.map(i => <b key={i}>{i}</b>)} {title}</div>;
}
""",
        "typescript": """
interface Shape<T> extends Base, Other { readonly kind: "circle" | "square"; size?: number; area(scale: number): T; }
type Pair<A, B = string> = [A, B] & { first: A };
enum Color { Red = 1, Green, }
export abstract class Box<T extends object> implements Shape<T> {
    constructor(private readonly width: number, public height?: number) {}
    get area(): number { return this.width * (this.height ?? 1) as number; }
    static make<T>(this: void, ...args: T[]): T | undefined { return args[0]!; }
}
""",
        "yaml": """
name: x
on: [push, pull]
jobs:
  build:
    steps:
      - uses: a/b@v1
        with: {depth: 0, fetch: true}
      - run: |
          make all
          make test
# end
last: &anchor
  - 1
  - *anchor
""",
    }.items()
}
