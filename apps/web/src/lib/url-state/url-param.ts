/** How one field of a page's state stands in the address. */
export interface UrlParam<T> {
  /** What a text of the address means; undefined where it means nothing, and the field then has its default. */
  read: (text: string) => T | undefined;
  /** The text for a value; undefined and the text of the default are left out of the address. */
  write: (value: T) => string | undefined;
  default: T;
  /** Where in a list one is: back at its default as soon as anything else changes. */
  isPlace?: true;
  /** Typed letter by letter: a change takes the place of the last one in the history, so that a word is one step. */
  isTyped?: true;
}

/** Longer texts are cut: no search is that long, and the server refuses it. */
const longestText = 200;

/** Words that somebody types; empty unless given, without blanks around them. */
export function text(): UrlParam<string> {
  return {
    read: (text) => text.trim().slice(0, longestText).trimEnd(),
    write: (value) => value,
    default: "",
    isTyped: true,
  };
}

/** A day that somebody types, as YYYY-MM-DD; empty unless given. */
export function day(): UrlParam<string> {
  return {
    read: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined),
    write: (value) => value,
    default: "",
    isTyped: true,
  };
}

/** One of a few values; without a default it may be none of them. */
export function choice<const T extends string | number>(values: readonly T[]): UrlParam<T | undefined>;
export function choice<const T extends string | number>(values: readonly T[], standard: T): UrlParam<T>;
export function choice<T extends string | number>(
  values: readonly T[],
  standard?: T,
): UrlParam<T | undefined> {
  return {
    read: (text) => values.find((value) => String(value) === text),
    write: (value) => (value === undefined ? undefined : String(value)),
    default: standard,
  };
}

/** A word of another list (an id, a code), taken as it stands; undefined where there is none. */
export function word(): UrlParam<string | undefined> {
  return {
    read: (text) => (text === "" ? undefined : text.slice(0, longestText)),
    write: (value) => value,
    default: undefined,
  };
}

/** Any text as it stands, the empty one too; undefined where the name is missing. */
export function verbatim(): UrlParam<string | undefined> {
  return { read: (text) => text.slice(0, longestText), write: (value) => value, default: undefined };
}

/** True as soon as the name is in the address, whatever it says; written as `open`. */
export function flag(): UrlParam<boolean> {
  return { read: () => true, write: (value) => (value ? "open" : undefined), default: false };
}

/** The page of a list, from 1: a place in it. */
export function pageNumber(): UrlParam<number> {
  return {
    read: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined),
    write: String,
    default: 1,
    isPlace: true,
  };
}

/** Several values as one JSON text. `check` says what of the parsed text is a value, and never throws. */
export function json<T>(check: (parsed: unknown) => T | undefined, standard: T): UrlParam<T> {
  return {
    read: (text) => {
      try {
        return check(JSON.parse(text));
      } catch {
        return undefined;
      }
    },
    write: (value) => JSON.stringify(value),
    default: standard,
  };
}
