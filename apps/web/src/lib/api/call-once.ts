import type { Endpoint, EndpointResponse } from "@forestay/contracts/wire";
import { ApiError } from "./api-error.ts";
import { call, type CallInput } from "./call.ts";
import { withoutFormAge } from "../form-age.ts";

/** Requests whose outcome this page does not know yet, by what they ask: the key they went under, and their words. */
const open = new Map<string, { idempotencyKey: string; body: unknown }>();

/**
 * Calls an endpoint that creates or sends, so that a double click, or trying again after the connection broke, has one
 * effect: the same request goes under the same Idempotency-Key until the server has answered it. Asked again after
 * that, it is a new wish. A one-time download link is no use twice and goes by `call`.
 */
export async function callOnce<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<EndpointResponse<E>> {
  const { params, query, body } = input as Record<string, unknown>;
  const asked = JSON.stringify([endpoint.method, endpoint.path, params, query, withoutFormAge(body)]);
  const first = open.get(asked) ?? { idempotencyKey: crypto.randomUUID(), body };
  open.set(asked, first);
  try {
    const answer = await (call as (endpoint: E, input: CallInput<E>) => Promise<EndpointResponse<E>>)(
      endpoint,
      {
        ...input,
        ...(first.body === undefined ? {} : { body: first.body }),
        idempotencyKey: first.idempotencyKey,
      },
    );
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
