// Package main counts words and keeps the most frequent ones.
package main

import (
	"fmt"
	"sort"
	"strings"
)

type Counter[K comparable] struct {
	counts map[K]int
	total  int
}

func NewCounter[K comparable]() *Counter[K] {
	return &Counter[K]{counts: make(map[K]int)}
}

func (c *Counter[K]) Add(key K) {
	c.counts[key]++
	c.total++
}

func (c *Counter[K]) Most(limit int, less func(a, b K) bool) []K {
	keys := make([]K, 0, len(c.counts))
	for key := range c.counts {
		keys = append(keys, key)
	}
	sort.Slice(keys, func(i, j int) bool {
		if c.counts[keys[i]] != c.counts[keys[j]] {
			return c.counts[keys[i]] > c.counts[keys[j]]
		}
		return less(keys[i], keys[j])
	})
	if len(keys) > limit {
		keys = keys[:limit]
	}
	return keys
}

type Group[K comparable] map[K][]string

func (g Group[K]) With(key K, member string) Group[K] {
	g[key] = append(g[key], member)
	return g
}

func (g Group[K]) Union(other Group[K]) Group[K] {
	result := Group[K]{}
	for _, each := range []Group[K]{g, other} {
		for key, members := range each {
			for _, member := range members {
				result = Group[K].With(result, key, member)
			}
		}
	}
	return result
}

func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !('a' <= r && r <= 'z')
	})
}

func main() {
	text := "The quick brown fox jumps over the lazy dog. The dog sleeps."
	counter := NewCounter[string]()
	groups := Group[int]{}
	for _, word := range words(text) {
		counter.Add(word)
		groups = groups.Union(Group[int]{len(word): {word}})
	}
	for _, word := range counter.Most(3, func(a, b string) bool { return a < b }) {
		fmt.Printf("%-10s %d\n", word, counter.counts[word])
	}
	fmt.Println(len(groups.Union(Group[int]{3: {"the"}})))
}
