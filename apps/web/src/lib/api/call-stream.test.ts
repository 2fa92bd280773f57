import type { Endpoint } from "@forestay/contracts/wire";
import type { z } from "zod";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setAccessToken } from "./access-token.ts";
import { callStream } from "./call-stream.ts";

type Counting = Pick<NonNullable<Endpoint["route"]>, "summary" | "policy"> & {
  method: "GET";
  path: "/counting";
  response: z.ZodType<{ n: number }>;
  transfer: "stream";
};
const counting: Endpoint<Counting> = { method: "GET", path: "/counting" };

/** A body of which a test writes the bytes, and that a signal ends as it ends a fetch. */
function body(signal?: AbortSignal | null) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const left = vi.fn();
  const stream = new ReadableStream<Uint8Array>({ start: (one) => void (controller = one), cancel: left });
  signal?.addEventListener("abort", () => controller?.error(signal.reason));
  return {
    stream,
    left,
    write: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    close: () => controller?.close(),
    fail: () => controller?.error(new TypeError("terminated")),
  };
}

let answers: ((init: RequestInit) => Response)[];
let sent: { address: string; headers: Headers }[];
beforeEach(() => {
  setAccessToken(undefined);
  [answers, sent] = [[], []];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    sent.push({ address, headers: new Headers(init.headers) });
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError("fetch failed");
    return answer(init);
  });
});
afterEach(() => vi.unstubAllGlobals());

const said = (text: string) => () => new Response(text);
const refusal = { code: "unauthenticated", message: "Sign in to continue.", requestId: "r1" };
const END = "event: end\ndata: {}\n\n";

/** The events until the end, or until the error that is told beside them. */
async function read(signal?: AbortSignal) {
  const events: { n: number }[] = [];
  try {
    for await (const event of callStream(counting, { signal })) events.push(event);
    return { events };
  } catch (error) {
    return { events, error };
  }
}

describe("a call that answers by a stream", () => {
  it("yields the events, and no heartbeat, until the server says the end", async () => {
    answers = [said(`:\n\ndata: {"n":1}\n\n:\n\ndata: {"n":2}\n\n${END}`)];
    expect(await read()).toEqual({ events: [{ n: 1 }, { n: 2 }] });
    expect(sent[0]?.address).toBe("/api/counting");
    expect(sent[0]?.headers.get("accept")).toContain("text/event-stream");
  });

  it("yields an event when it has come, wherever the bytes are parted", async () => {
    const answer = body();
    answers = [() => new Response(answer.stream)];
    const events = callStream(counting);
    const first = events.next();
    for (const part of [":\r", "\n\r\nda", 'ta: {"n"', ":1}\r\n\r", "\n"]) answer.write(part);
    expect(await first).toEqual({ done: false, value: { n: 1 } });
    answer.write(END);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it("throws what the server says went wrong amid the events", async () => {
    const error = { code: "conflict", message: "It has changed.", requestId: "r2" };
    answers = [said(`data: {"n":1}\n\nevent: error\ndata: ${JSON.stringify(error)}\n\n`)];
    expect(await read()).toEqual({ events: [{ n: 1 }], error: expect.objectContaining(error) });
  });

  it.each([
    ["closed", (answer: ReturnType<typeof body>) => answer.close()],
    ["broken", (answer: ReturnType<typeof body>) => answer.fail()],
  ])("says that a stream was cut off when it is %s before its end", async (_how, cut) => {
    const answer = body();
    answers = [() => new Response(answer.stream)];
    const events = callStream(counting);
    answer.write('data: {"n":1}\n\ndata: {"n":2}\n');
    expect(await events.next()).toEqual({ done: false, value: { n: 1 } });
    cut(answer);
    await expect(events.next()).rejects.toMatchObject({
      code: "network",
      message: "The connection was lost before the answer was complete. Try again.",
    });
  });

  it("says that no answer came", async () => {
    expect(await read()).toMatchObject({ events: [], error: { code: "network", status: 0 } });
  });

  it("renews the token once after a 401, before the first event", async () => {
    setAccessToken("old");
    answers = [
      () => Response.json(refusal, { status: 401 }),
      () => Response.json({ user: {}, token: "new" }),
      said(`data: {"n":1}\n\n${END}`),
    ];
    expect(await read()).toEqual({ events: [{ n: 1 }] });
    expect(sent.map((one) => one.address)).toEqual(["/api/counting", "/api/auth/me", "/api/counting"]);
    expect(sent[2]?.headers.get("authorization")).toBe("Bearer new");
  });

  it("throws the refusal when the session is gone", async () => {
    const refuse = () => Response.json(refusal, { status: 401 });
    answers = [refuse, refuse];
    expect(await read()).toMatchObject({ events: [], error: { code: "unauthenticated", status: 401 } });
  });

  it("ends with the signal's reason when it is aborted", async () => {
    const stop = new AbortController();
    let answer: ReturnType<typeof body> | undefined;
    answers = [
      (init) => {
        answer = body(init.signal);
        answer.write('data: {"n":1}\n\n');
        return new Response(answer.stream);
      },
    ];
    const events = callStream(counting, { signal: stop.signal });
    await events.next();
    const next = events.next();
    stop.abort();
    await expect(next).rejects.toBe(stop.signal.reason);
  });

  it("ends the call when its reader leaves the loop", async () => {
    const answer = body();
    answers = [() => new Response(answer.stream)];
    answer.write('data: {"n":1}\n\ndata: {"n":2}\n\n');
    for await (const _event of callStream(counting)) break;
    expect(answer.left).toHaveBeenCalledOnce();
  });
});
