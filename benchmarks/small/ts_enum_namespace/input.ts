/** Tokens and their binding strength, for a calculator. */
namespace Settings {
    export const verbose = false;
    export let maximum = 64;
}

interface Position { line: number; column: number; }

namespace Level {
    export let lowest = 10;
    export function parse(text: string): Level | undefined {
        switch (text) {
            case "+": case "-": return Level.Sum;
            case "*": case "/": return Level.Product;
        }
        return undefined;
    }
}

enum Level {
    None = 0,
    Sum = lowest,
    Product = Sum + 10,
    Unary = Product * 2,
}

abstract class Node<T extends { line: number }> {
    constructor(readonly at: T, protected children: Node<T>[] = []) {}
    abstract evaluate(): number;
    get depth(): number {
        let deepest = 0;
        for (let index = 0; index < this.children.length; index++) {
            deepest = this.children[index].depth > deepest ? this.children[index].depth : deepest;
        }
        return deepest + 1;
    }
}

class Literal extends Node<Position> {
    constructor(at: Position, private readonly value: number) { super(at); }
    evaluate() { return this.value; }
}

class Binary extends Node<Position> {
    constructor(at: Position, readonly level: Level, left: Node<Position>, right: Node<Position>) {
        super(at, [left, right]);
    }
    evaluate(): number {
        const [left, right] = [this.children[0].evaluate(), this.children[1].evaluate()];
        return this.level === Level.Sum ? left + right : left * right;
    }
}

type Factory = (at: Position, value: number) => Node<Position>;
const literal: Factory = (at, value) => new Literal(at, value);
const tree = new Binary({ line: 1, column: 1 }, Level.Sum, literal({ line: 1, column: 1 }, 1), literal({ line: 1, column: 5 }, 2));
if (Settings.verbose && tree.depth < Settings.maximum) tree.evaluate();
