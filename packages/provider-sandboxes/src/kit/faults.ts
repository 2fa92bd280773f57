import type { Answer } from "./exchange.ts";

/** Something to go wrong at a stand-in on demand. */
export interface Fault {
  /** `"GET /v1/invoices"` or `"/v1/invoices/*"` (`*` for one part of the path), or a pattern for `METHOD /path?query`. */
  match: string | RegExp;
  /** Answered instead; without it the request is served, after `delayMs`. */
  status?: number;
  headers?: Record<string, string>;
  /** An object goes out as JSON, a text as it is. */
  body?: unknown;
  /** How many requests it meets; once unless said. */
  times?: number;
  /** How long the answer waits. */
  delayMs?: number;
  /** Cuts the connection: `true` before anything is done, `"after"` when it is done and the answer is lost. */
  dropSocket?: boolean | "after";
}

/** A fault that was set. */
export interface SetFault {
  /** Requests met so far. */
  readonly met: number;
  cancel(): void;
}

interface Standing {
  fault: Fault;
  left: number;
  met: number;
}

/** Holds the faults of one stand-in; the one set first is met first. */
export class FaultBook {
  readonly #standing: Standing[] = [];

  set(fault: Fault): SetFault {
    const standing = { fault, left: fault.times ?? 1, met: 0 };
    this.#standing.push(standing);
    return {
      get met() {
        return standing.met;
      },
      cancel: () => {
        standing.left = 0;
      },
    };
  }

  /** The fault that this request meets, used up by one. */
  meet(method: string, path: string, search: string): Fault | undefined {
    const found = this.#standing.find(
      ({ fault, left }) => left > 0 && matches(fault.match, method, path, search),
    );
    if (!found) return undefined;
    found.left -= 1;
    found.met += 1;
    return found.fault;
  }
}

/** The answer that a fault stands for; undefined where it only delays or cuts. */
export function answerOf(fault: Fault): Answer | undefined {
  if (fault.status === undefined) return undefined;
  return {
    status: fault.status,
    ...(fault.headers && { headers: fault.headers }),
    ...(fault.body !== undefined && { body: fault.body }),
  };
}

function matches(match: string | RegExp, method: string, path: string, search: string): boolean {
  if (match instanceof RegExp) return match.test(`${method} ${path}${search}`);
  const [first = "", second] = match.split(" ");
  if (second !== undefined && first !== method) return false;
  const pattern = (second ?? first).split("/");
  const parts = path.split("/");
  return parts.length === pattern.length && pattern.every((part, at) => part === "*" || part === parts[at]);
}
