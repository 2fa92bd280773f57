import type { RouteDefinition } from "@forestay/contracts";
import { exampleOf } from "@forestay/contracts/route-examples";
import { z } from "zod";
import type { TransferKind } from "./transfers/index.ts";

/** A route as Fastify checks it and as OpenAPI shows it. */
export function routeSchema(route: RouteDefinition, kind: TransferKind): Record<string, unknown> {
  const example = exampleOf(route);
  return {
    summary: route.summary,
    tags: route.tags ? [...route.tags] : [],
    "x-policy": route.policy,
    ...(route.peopleOnly ? { "x-people-only": true } : {}),
    ...(route.params ? { params: route.params } : {}),
    // Unknown names are refused, not dropped: a misspelt filter must not answer as if it were none.
    querystring: route.query?.strict() ?? noQuery,
    ...kind.requestSchema(route, example),
    ...(route.idempotent ? { headers: idempotencyHeader } : {}),
    response: kind.responseSchema(route, example),
  };
}

const noQuery = z.strictObject({});

const idempotencyHeader = z.looseObject({
  "idempotency-key": z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      "Send the same key with every repeat of one request: it takes effect once, and repeats are answered as the first was, for 24 hours. 422 with another request, 409 while the first is at work or when its answer was lost.",
    ),
});
