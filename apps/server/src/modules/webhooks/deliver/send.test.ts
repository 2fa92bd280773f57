import { describe, expect, it } from "vitest";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { OutboundError, type OutboundErrorCode } from "#platform/outbound/outbound-error.ts";
import { pauseAfter } from "./retry-pauses.ts";
import { send } from "./send.ts";

const { signal } = new AbortController();
const call = { url: "https://receiver.test/hook?token=secret", headers: {}, body: "{}", signal };

/** The way out, which comes back with this. */
function outboundThat(rejects: Error): Outbound {
  return {
    call: async () => Promise.reject(rejects),
    check: async () => {},
    readTxt: async () => [],
    close: async () => {},
  };
}

describe("a try without an answer", () => {
  it.each<[OutboundErrorCode, string, string]>([
    ["timeout", "failed", "receiver.test did not answer in time: it has 10 seconds."],
    ["busy", "busy", "receiver.test did not answer in time."],
    ["unreachable", "failed", "receiver.test did not answer in time."],
    ["refused_address", "failed", "Not called: receiver.test did not answer in time."],
  ])(
    "for the reason %s has %s, in words that say no more of the address than its host",
    async (code, result, failure) => {
      const outbound = outboundThat(new OutboundError(code, "receiver.test did not answer in time"));
      expect(await send(outbound, call)).toMatchObject({ result, failure, statusCode: null, answer: null });
    },
  );

  it("because the worker stops says nothing of the receiver: it is tried again by another worker", async () => {
    await expect(send(outboundThat(new Error("The worker is stopping")), call)).rejects.toThrow(
      "is stopping",
    );
  });
});

describe("the pauses between tries", () => {
  it("add up to three days and a little, with or without chance", () => {
    const total = (random: () => number) => {
      let [sumMs, attempts] = [0, 1];
      for (
        let next = pauseAfter(attempts, null, random);
        next !== null;
        next = pauseAfter(++attempts, null, random)
      )
        sumMs += next;
      return [attempts, sumMs / (24 * 3600_000)];
    };
    const [tries, days] = total(() => 0);
    expect(tries).toBe(11);
    expect(days).toBeCloseTo(3.03, 2);
    expect(total(() => 1)[1]).toBeCloseTo(3.33, 2);
  });
});
