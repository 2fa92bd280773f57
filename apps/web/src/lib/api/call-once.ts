import type { RouteDefinition, RouteResponse } from "@forestay/contracts/route";
import { ApiError } from "./api-error.ts";
import { call, type CallInput } from "./call.ts";

/** Keys of requests whose outcome this page does not know yet, by what they ask. */
const open = new Map<string, string>();

/**
 * Calls a route that creates or sends, so that a double click, or trying again after the connection broke, has one
 * effect: the same request goes under the same Idempotency-Key until the server has answered it. Asked again after
 * that, it is a new wish. A one-time download link is no use twice and goes by `call`.
 */
export async function callOnce<R extends RouteDefinition>(
  route: R,
  input: CallInput<R>,
): Promise<RouteResponse<R>> {
  const { params, query, body } = input as Record<string, unknown>;
  const asked = JSON.stringify([route.method, route.path, params, query, body]);
  const idempotencyKey = open.get(asked) ?? crypto.randomUUID();
  open.set(asked, idempotencyKey);
  try {
    const answer = await (call as (route: R, input: CallInput<R>) => Promise<RouteResponse<R>>)(route, {
      ...input,
      idempotencyKey,
    });
    open.delete(asked);
    return answer;
  } catch (error) {
    if (isAnswered(error)) open.delete(asked);
    throw error;
  }
}

/** Whether the server itself said what became of it: silence, a proxy's page and "still at work" do not. */
function isAnswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status !== 0 && error.code !== "unknown" && error.code !== "idempotency_in_progress";
}
