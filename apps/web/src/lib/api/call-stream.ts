import type { Endpoint, EndpointResponse } from "@forestay/contracts/wire";
import { cutOffError, networkError, toApiError } from "./api-error.ts";
import { endpointAddress, requestInit, withFreshToken } from "./call.ts";
import type { CallArguments, CallRequest } from "./call.ts";

/** An endpoint whose route says `transfer: "stream"`; another one does not compile here. */
type StreamEndpoint = Endpoint & { readonly route?: { transfer: "stream" } };

/**
 * Calls an endpoint that answers by a stream, and yields its events as they come. Nothing is sent before the first is asked
 * for; who leaves the loop, or aborts `signal`, ends the call. A 401 is met as by `call`: before the first event.
 * @throws ApiError with what the server says, before or amid the events; code `network` when no answer came, or one that was
 * cut off: events yielded until then are right, and not all there are. The signal's reason when that was aborted.
 */
export async function* callStream<E extends StreamEndpoint>(
  endpoint: E,
  ...args: CallArguments<E>
): AsyncGenerator<EndpointResponse<E>, void, undefined> {
  const request = (args[0] ?? {}) as CallRequest;
  const body = await open(endpoint, request);
  for await (const { event, data } of readMessages(body, request.signal)) {
    if (event === "end") return;
    // The stream itself began as 200; its code says what went wrong.
    if (event === "error") throw toApiError(500, data);
    yield JSON.parse(data) as EndpointResponse<E>;
  }
  throw cutOffError();
}

type Bytes = ReadableStream<Uint8Array>;

async function open(endpoint: Endpoint, request: CallRequest): Promise<Bytes | null> {
  const address = endpointAddress(endpoint, request);
  let body: Bytes | null = null;
  await withFreshToken(endpoint, async () => {
    const init = requestInit(endpoint, request);
    try {
      const response = await fetch(address, {
        ...init,
        // Errors before the first event are JSON.
        headers: { ...init.headers, accept: "text/event-stream, application/json" },
      });
      if (response.ok) body = response.body;
      return { status: response.status, text: response.ok ? "" : await response.text() };
    } catch (error) {
      if (request.signal?.aborted) throw error;
      throw networkError();
    }
  });
  return body;
}

interface Message {
  /** `message` unless the server named it. */
  event: string;
  data: string;
}

/** Server-sent events of a body; comments, which are heartbeats, and a last one that is not whole are left out. */
async function* readMessages(body: Bytes | null, signal: AbortSignal | undefined): AsyncGenerator<Message> {
  let event = "message";
  let data: string[] = [];
  for await (const line of readLines(body, signal)) {
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (line === "") {
      if (data.length > 0) yield { event, data: data.join("\n") };
      event = "message";
      data = [];
    } else if (field === "event") event = value;
    else if (field === "data") data.push(value);
  }
}

async function* readLines(body: Bytes | null, signal: AbortSignal | undefined): AsyncGenerator<string> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield line.replace(/\r$/, "");
    }
  } catch {
    if (signal?.aborted) throw signal.reason;
    throw cutOffError();
  } finally {
    // Ends the call when its reader left early; of a stream that ended or failed there is nothing left to end.
    reader.cancel().catch(() => undefined);
  }
}
