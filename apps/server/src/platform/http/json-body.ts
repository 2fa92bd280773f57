import { AppError } from "./app-error.ts";

/** The deepest body of the contracts has seven levels; what walks a body may rest on this bound. */
export const MAX_JSON_DEPTH = 32;
/** Two lists of 10,000 ids, the longest that the contracts take, and as much again of a list beside them. */
export const MAX_JSON_VALUES = 25_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Throws `bad_request` for JSON that is nested deeper or holds more values than any body of ours, before anything is
 * made of it: what comes after the text (parser, schemas, handlers) costs far more for each value than this look does.
 * Whether the text is JSON at all is the parser's to say.
 */
export function refuseOutsizedJson(text: string, mostValues = MAX_JSON_VALUES): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        values++;
        if (++depth > MAX_JSON_DEPTH) throw outsized(`is nested deeper than ${MAX_JSON_DEPTH} levels`);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
        break;
      case COMMA:
        values++;
        break;
    }
    if (values > mostValues) {
      throw outsized(`holds more than ${mostValues.toLocaleString("en-US")} values`);
    }
  }
}

const outsized = (how: string) => new AppError("bad_request", { message: `The JSON ${how}.` });

/** Where the string ends that begins at `start`; the text's end where it does not. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
