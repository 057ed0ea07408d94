package main

import (
	"errors"
	"fmt"
	"os"
)

type Shape interface {
	Area() float64
	Name() string
}

type Number interface {
	~int | ~int64 | ~float64
}

type Square[N Number] struct {
	side N
}

func (s Square[N]) Area() float64 { return float64(s.side) * float64(s.side) }
func (s Square[N]) Name() string  { return "square" }

type Disc struct {
	radius float64
}

func (d Disc) Area() float64 { return 3.14159 * d.radius * d.radius }
func (d Disc) Name() string  { return "disc" }

var errUnknown = errors.New("unknown shape")

func describe[N Number](value any) (string, error) {
	switch shape := value.(type) {
	case nil:
		return "nothing", nil
	case Square[N], Disc:
		return fmt.Sprintf("known %v", shape), nil
	case Shape:
		return shape.Name(), nil
	case fmt.Stringer:
		return shape.String(), nil
	}
	return "", errUnknown
}

func total(shapes ...Shape) (sum float64) {
	for _, each := range shapes {
		sum += each.Area()
	}
	return sum
}

func main() {
	shapes := []Shape{Square[int]{3}, Disc{2.5}, Square[float64]{0.5}}
	fmt.Println(total(shapes...))
	for _, each := range shapes {
		text, err := describe[int](each)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(text)
	}
}
