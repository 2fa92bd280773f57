import type { ErrorCode, RouteDefinition } from "@forestay/contracts";

/**
 * Every code that an answer of this route can carry once the route is known: what its kind brings along, and what it
 * names itself (`errors`). OpenAPI lists them, and every test app holds each answer to them.
 */
export function declaredErrors(route: RouteDefinition): ReadonlySet<ErrorCode> {
  const isUpload = route.transfer === "multipart";
  const writes = route.method !== "GET";
  return new Set<ErrorCode>([
    "bad_request",
    "validation_failed",
    "origin_refused",
    ...given(route.policy !== "public", ["unauthenticated", "forbidden"]),
    ...given(route.peopleOnly === true, ["people_only"]),
    ...given(route.params !== undefined, ["not_found"]),
    ...given(writes, ["conflict", "payload_too_large", "unsupported_media_type", "storage_full"]),
    ...given(route.idempotent === true, [
      "idempotency_in_progress",
      "idempotency_unknown",
      "idempotency_mismatch",
    ]),
    ...given(isUpload, ["request_timeout"]),
    ...given(route.rateLimit !== undefined, ["rate_limited"]),
    "internal",
    "unavailable",
    ...(route.errors ?? []),
  ]);
}

const given = (holds: boolean, codes: readonly ErrorCode[]) => (holds ? codes : []);
