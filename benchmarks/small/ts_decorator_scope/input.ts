import { Container, Token } from "./container";
import type { Logger, Options } from "./types";

export const LOGGER: Token<Logger> = Symbol("logger") as any;

type Constructor<T = {}> = new (...args: any[]) => T;

export function injectable(options: Partial<Options> = {}) {
    return function <T extends Constructor>(target: T): T | void {
        Container.register(target, { scope: "singleton", ...options });
    };
}

export function timed(unit: "ms" | "s" = "ms") {
    return (target: object, key: string, descriptor: PropertyDescriptor) => {
        const original = descriptor.value;
        descriptor.value = function (this: unknown, ...args: unknown[]) {
            const begun = Date.now();
            try {
                return original.apply(this, args);
            } finally {
                const spent = Date.now() - begun;
                console.log(`${key}: ${unit === "s" ? spent / 1000 : spent}${unit}`);
            }
        };
        return descriptor;
    };
}

abstract class Service {
    protected readonly started = new Date();
    abstract run(name: string): Promise<void>;
}

@((target: any) => {
    const names = Object.getOwnPropertyNames(target.prototype);
    for (const name of names) console.log(name, target.defaults?.[name]);
    return target;
})
@injectable({ eager: true })
export class Mailer extends Service {
    static defaults: Record<string, number> = { retries: 3, timeout: 2_000 };
    #queue: string[] = [];

    constructor(private logger: Logger, public readonly sender?: string) {
        super();
    }

    get length() {
        return this.#queue.length;
    }

    @timed("s")
    async run(name: string): Promise<void> {
        this.#queue.push(name);
        for (let tries = 0; tries < Mailer.defaults.retries; tries++) {
            const sent = await this.send(this.#queue.shift()!);
            if (sent) return;
            this.logger.warn(`${this.sender ?? "unknown"}: try ${tries + 1} of ${name}`);
        }
    }

    private async send(name: string): Promise<boolean> {
        return name.length > 0;
    }
}
