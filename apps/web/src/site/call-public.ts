import type { Endpoint, EndpointBody, EndpointResponse } from "@forestay/contracts/wire";

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

/**
 * A call that anybody may make, from a page that carries nothing of the app along. Throws PublicError, also where no answer
 * came.
 */
export async function callPublic<E extends Endpoint>(
  endpoint: E,
  body?: EndpointBody<E>,
): Promise<EndpointResponse<E>> {
  const answer = await fetch(`/api${endpoint.path}`, {
    method: endpoint.method,
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => null);
  if (answer === null) throw new PublicError("The server does not answer. Please try again.", "network", {});
  const said = (await answer.json().catch(() => ({}))) as {
    message?: string;
    code?: string;
    fields?: Record<string, string>;
  };
  if (!answer.ok) throw new PublicError(said.message ?? FAILED, said.code ?? "internal", said.fields ?? {});
  return said as EndpointResponse<E>;
}
