import type { Response } from "undici";
import { OutboundError, toOutboundError } from "./outbound-error.ts";

/** What came back, whatever its status. The body is read once, and counted as it is read. */
export interface OutboundAnswer {
  status: number;
  headers: { get(name: string): string | null };
  /** How long the other side asks to be left alone, in ms: for a job, which is put off instead of waiting. */
  retryAfterMs: number | null;
  /** Decompressed, as it arrives. Throws OutboundError past the cap, and when it breaks off or takes too long. */
  body: AsyncIterable<Uint8Array>;
  text(): Promise<string>;
  /** Throws OutboundError `unreachable` for what is no JSON; its shape is the caller's to check. */
  json(): Promise<unknown>;
  /** Lets go of a body that nobody will read. */
  discard(): Promise<void>;
}

/** An answer whose body is at most `maxBytes` long once decompressed (null: as long as it is). */
export function capAnswer(
  response: Response,
  options: { host: string; maxBytes: number | null; retryAfterMs: number | null; onEnd: () => void },
): OutboundAnswer {
  const { host, maxBytes } = options;
  const tooLarge = () => new OutboundError("too_large", `${host} answered with more than ${maxBytes} bytes`);

  async function* read(): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    try {
      const said = Number(response.headers.get("content-length") ?? 0);
      if (maxBytes !== null && said > maxBytes) throw tooLarge();
      for await (const chunk of response.body ?? []) {
        bytes += chunk.byteLength;
        if (maxBytes !== null && bytes > maxBytes) throw tooLarge();
        yield chunk;
      }
    } catch (error) {
      throw toOutboundError(error, host);
    } finally {
      options.onEnd();
      // What is left is not fetched; after the last byte there is nothing to cancel.
      await response.body?.cancel().catch(() => undefined);
    }
  }

  const body = read();
  const text = async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks).toString("utf8");
  };
  return {
    status: response.status,
    headers: response.headers,
    retryAfterMs: options.retryAfterMs,
    body,
    text,
    async json() {
      const written = await text();
      try {
        return JSON.parse(written) as unknown;
      } catch {
        throw new OutboundError("unreachable", `${host} answered with something that is no JSON`);
      }
    },
    async discard() {
      options.onEnd();
      await response.body?.cancel().catch(() => undefined);
    },
  };
}
