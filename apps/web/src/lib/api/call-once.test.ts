import { authEndpoints } from "@forestay/contracts/wire";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callOnce } from "./call-once.ts";

/** A server that answers when it is told to, and the keys that reached it. */
let keys: (string | null)[];
let answers: ((answer: Response | Error) => void)[];
beforeEach(() => {
  keys = [];
  answers = [];
  vi.stubGlobal("fetch", (_address: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get("idempotency-key"));
    return new Promise<Response>((resolve, reject) => {
      answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const send = (email: string) => callOnce(authEndpoints.sendVerificationCode, { body: { email } });
const done = () => Response.json({});
const refused = (code: string, status: number) =>
  Response.json({ code, message: "No.", requestId: "r" }, { status });

describe("a call that creates or sends", () => {
  it("goes under one key when it is asked twice at once, and another one when it is something else", async () => {
    const asked = [send("a@b.test"), send("a@b.test"), send("other@b.test")];
    answers.forEach((answer) => answer(done()));
    await Promise.all(asked);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it.each([
    ["the connection broke", () => new TypeError("fetch failed")],
    ["a proxy answered", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
    ["the first is still at work", () => refused("idempotency_in_progress", 409)],
  ])("keeps its key when %s, and gets a new one once it was answered", async (_why, broken) => {
    const first = send("again@b.test");
    answers[0]?.(broken());
    await expect(first).rejects.toThrow();
    const second = send("again@b.test");
    answers[1]?.(done());
    await second;
    const third = send("again@b.test");
    answers[2]?.(done());
    await third;
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it("is a new wish after the server refused it", async () => {
    const first = send("refused@b.test");
    answers[0]?.(refused("rate_limited", 429));
    await expect(first).rejects.toThrow("No.");
    const second = send("refused@b.test");
    answers[1]?.(done());
    await second;
    expect(keys[1]).not.toBe(keys[0]);
  });
});
