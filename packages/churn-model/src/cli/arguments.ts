import { CommandError } from "./command-error.ts";

/** Options of one command: `--name value` or, for switches, `--name`. */
export interface Arguments {
  /** Value of an option; null when not given. */
  optional(name: string): string | null;
  required(name: string): string;
  switch(name: string): boolean;
  /** A whole number within bounds. */
  integer(name: string, fallback: number, lowest: number, highest: number): number;
  /** A number within bounds; null when not given. */
  number(name: string, lowest: number, highest: number): number | null;
  list(name: string): string[];
}

/** Reads options; one that the command does not know, or without its value, is an error. */
export function parseArguments(words: string[], known: { values: string[]; switches: string[] }): Arguments {
  const values = new Map<string, string>();
  const switches = new Set<string>();
  for (let i = 0; i < words.length; i++) {
    const [word = "", inline] = splitInline(words[i]!);
    const name = word.replace(/^--/, "");
    if (!word.startsWith("--")) throw new CommandError(`"${word}" is no option; options begin with --`);
    if (known.switches.includes(name)) switches.add(name);
    else if (known.values.includes(name)) {
      const value = inline ?? words[++i];
      if (value === undefined || (inline === undefined && value.startsWith("--")))
        throw new CommandError(`--${name} needs a value`);
      values.set(name, value);
    } else throw new CommandError(`--${name} is not known here; known are ${describe(known)}`);
  }
  const number = (name: string, lowest: number, highest: number): number | null => {
    const text = values.get(name);
    if (text === undefined) return null;
    const value = Number(text);
    if (text.trim() === "" || !(value >= lowest && value <= highest))
      throw new CommandError(`--${name} must be a number from ${lowest} to ${highest}, not "${text}"`);
    return value;
  };
  return {
    optional: (name) => values.get(name) ?? null,
    required(name) {
      const value = values.get(name);
      if (value === undefined) throw new CommandError(`--${name} is required`);
      return value;
    },
    switch: (name) => switches.has(name),
    integer(name, fallback, lowest, highest) {
      const value = number(name, lowest, highest) ?? fallback;
      if (!Number.isInteger(value)) throw new CommandError(`--${name} must be a whole number`);
      return value;
    },
    number,
    list: (name) =>
      (values.get(name) ?? "").split(",").flatMap((item) => (item.trim() === "" ? [] : [item.trim()])),
  };
}

function splitInline(word: string): [string, string | undefined] {
  const equals = word.startsWith("--") ? word.indexOf("=") : -1;
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}

const describe = (known: { values: string[]; switches: string[] }): string =>
  [...known.values, ...known.switches].map((name) => `--${name}`).join(", ");
