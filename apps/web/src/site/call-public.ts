import type { Endpoint, EndpointBody, EndpointResponse } from "@forestay/contracts/wire";
import { withoutFormAge } from "@/lib/form-age.ts";

/** What the server refused, in words for the person, and at which fields. */
export class PublicError extends Error {
  override readonly name = "PublicError";
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, code: string, fields: Readonly<Record<string, string>>) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

const FAILED = "Something went wrong. Please try again.";
/** No answer, a proxy's page, and "still at work": nobody knows what became of the request. */
const UNANSWERED = new Set(["network", "unknown", "idempotency_in_progress"]);

/** Requests whose outcome this page does not know yet, by what they ask: the key they went under, and their words. */
const open = new Map<string, { key: string; sent: string }>();

/**
 * A call that anybody may make, from a page that carries nothing of the app along. What creates or sends has one effect
 * where its answer was lost and it is asked again: it goes under the same Idempotency-Key and in the same words, how long
 * the form was open included, until the server has answered. Throws PublicError, also where no answer came.
 */
export async function callPublic<E extends Endpoint>(
  endpoint: E,
  body?: EndpointBody<E>,
): Promise<EndpointResponse<E>> {
  if (!("idempotent" in endpoint))
    return send(endpoint, body === undefined ? undefined : JSON.stringify(body));
  const asked = JSON.stringify([endpoint.method, endpoint.path, withoutFormAge(body)]);
  const { key, sent } = open.get(asked) ?? { key: crypto.randomUUID(), sent: JSON.stringify(body) };
  open.set(asked, { key, sent });
  try {
    const answer = await send(endpoint, sent, key);
    open.delete(asked);
    return answer;
  } catch (error) {
    if (error instanceof PublicError && !UNANSWERED.has(error.code)) open.delete(asked);
    throw error;
  }
}

async function send<E extends Endpoint>(
  endpoint: E,
  body: string | undefined,
  key?: string,
): Promise<EndpointResponse<E>> {
  const answer = await fetch(`/api${endpoint.path}`, {
    method: endpoint.method,
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body }),
  }).catch(() => null);
  if (answer === null) throw new PublicError("The server does not answer. Please try again.", "network", {});
  const said = (await answer.json().catch(() => null)) as {
    message?: string;
    code?: string;
    fields?: Record<string, string>;
  } | null;
  if (!answer.ok || said === null)
    throw new PublicError(said?.message ?? FAILED, said?.code ?? "unknown", said?.fields ?? {});
  return said as EndpointResponse<E>;
}
