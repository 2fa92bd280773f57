import type { z } from "zod";
import type { RouteBodyInput, RouteDefinition, RouteResponse } from "./route.ts";

/** One request of a route and its answer, as a running server gives it: shown in OpenAPI, run in tests. */
export interface RouteExample {
  route: RouteDefinition;
  query?: Record<string, string>;
  body?: object;
  /** Of a route that takes rows. */
  rows?: readonly object[];
  /** Whose data it shows, where that is not the company that has just imported a file. */
  of?: "ledger";
  response: unknown;
}

/** An example, held against the types of its route. */
export function example<R extends RouteDefinition>(
  route: R,
  shown: {
    query?: Record<string, string>;
    body?: RouteBodyInput<R> & object;
    rows?: R extends { rows: z.ZodType } ? readonly (z.input<R["rows"]> & object)[] : never;
    of?: "ledger";
    response: RouteResponse<R>;
  },
): RouteExample {
  return { route, ...shown };
}
