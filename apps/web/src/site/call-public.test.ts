import { demoBookingEndpoints } from "@forestay/contracts/wire";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { callPublic } from "./call-public.ts";

interface Sent {
  key: string | null;
  body: string;
}
let sent: Sent[];
let answers: (() => Response)[];
beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", (_address: string, init: RequestInit) => {
    sent.push({ key: new Headers(init.headers).get("idempotency-key"), body: init.body as string });
    return Promise.resolve().then(() => answers.shift()!());
  });
});
afterEach(() => vi.unstubAllGlobals());

const booking = (email: string, openForMs: number) =>
  callPublic(demoBookingEndpoints.book, {
    startsAt: "2026-11-24T10:00:00.000Z",
    timeZone: "Europe/Zurich",
    name: "Elena Brandt",
    email,
    openForMs,
  });
const done = () => Response.json({ startsAt: "2026-11-24T10:00:00.000Z" });
const refusal = (code: string, status: number) => () =>
  Response.json({ code, message: "No.", requestId: "r" }, { status });
const broken = () => {
  throw new TypeError("fetch failed");
};

it.each([
  ["the connection broke", broken],
  ["a proxy answered", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
  ["the answer broke off", () => new Response('{"startsAt":', { status: 201 })],
  ["the first is still at work", refusal("idempotency_in_progress", 409)],
])("books once where %s: the same key and the same words, until it was answered", async (why, lost) => {
  const email = `${why.replaceAll(" ", "-")}@northquay.example`;
  answers = [lost, done, done];
  await expect(booking(email, 2000)).rejects.toThrow();
  await booking(email, 9000);
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent[1]).toEqual(sent[0]);
  await booking(email, 12_000);
  expect(sent[2]?.key).not.toBe(sent[0]?.key);
  expect(sent[2]?.body).toContain("12000");
});

it("takes what the server refused, and what asks something else, for new wishes", async () => {
  answers = [refusal("invalid_state", 409), broken, done];
  await expect(booking("elena@northquay.example", 2000)).rejects.toThrow("No.");
  await expect(booking("elena@northquay.example", 3000)).rejects.toThrow();
  await booking("other@northquay.example", 4000);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
});

it("sends no key with what changes nothing twice", async () => {
  answers = [done];
  await callPublic(demoBookingEndpoints.own, { token: "t" });
  expect(sent[0]?.key).toBeNull();
});
