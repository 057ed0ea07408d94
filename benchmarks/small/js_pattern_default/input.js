"use strict";
// settings from several places, the later ones win
const defaults = { host: "localhost", port: 8080, retries: 3, headers: { accept: "*/*" } };

class Settings {
    constructor(...sources) {
        this.sources = sources;
        this.cache = new Map();
    }
    get(name, fallback = null) {
        if (this.cache.has(name)) {
            return this.cache.get(name);
        }
        let found = fallback;
        for (const source of this.sources) {
            if (source && name in source) found = source[name];
        }
        this.cache.set(name, found);
        return found;
    }
    static of(text) {
        const pairs = text.split(";").map((part) => part.trim().split("="));
        const result = {};
        for (const [key, value] of pairs) {
            result[key] = value === undefined ? true : value;
        }
        return new Settings(defaults, result);
    }
}

function connect(settings) {
    let host, port, agent;
    ({ host, port: port = 80, agent: { name: agent } = { name: "none" } } = {
        host: settings.get("host"),
        port: settings.get("port"),
    });
    const tries = [];
    for (let count = 0; count < settings.get("retries", 1); count++) {
        tries.push(`${host}:${port} (${agent}) #${count}`);
    }
    return tries.length > 2 ? tries : [...tries, "again"];
}

const log = [];
for (const line of connect(Settings.of("host=example.org; verbose"))) {
    log.push(line.toUpperCase());
}
