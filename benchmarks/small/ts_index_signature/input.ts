interface Shape {
    readonly name: string;
    area(): number;
}

type Visitor<T> = (shape: Shape, depth: number) => T;

enum Unit { Meter = 1, Foot = 0.3048 }

abstract class Base implements Shape {
    constructor(public readonly name: string, protected unit: Unit) {}
    abstract area(): number;
    describe(prefix: string): string {
        return prefix + this.name + ": " + this.area() * this.unit;
    }
}

class Square extends Base {
    constructor(private side: number, unit: Unit = Unit.Meter) {
        super("square", unit);
    }
    area(): number {
        return this.side * this.side;
    }
}

class Registry {
    [name: string]: Visitor<number> | undefined;
}

function visit<T>(shapes: Shape[], visitor: Visitor<T>): T[] {
    const found: T[] = [];
    for (let depth = 0; depth < shapes.length; depth++) {
        found.push(visitor(shapes[depth], depth));
    }
    return found;
}

const registry: Registry = new Registry();
registry["total"] = (shape, depth) => shape.area() + depth;
const total = registry["total"];
if (total !== undefined) {
    const numbers: number[] = visit([new Square(2), new Square(3, Unit.Foot)], total);
    numbers.push(numbers[0] as number);
}
