import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startFakeLive as setUp } from "@/testing/fake-hub-link.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("what is told for the diagnostics", () => {
  it("keeps transport, last ping and the number of the retry", async () => {
    const { live, observers } = setUp();
    vi.setSystemTime(5000);
    await live.connect();
    observers[0]?.transport("WebSockets");
    observers[0]?.ping();
    observers[0]?.retry(2, 2000);
    expect(live.getSnapshot()).toMatchObject({ transport: "WebSockets", lastPingAt: 5000, retries: 2 });
  });

  it("keeps the last 200 lines, and no secret in any of them", async () => {
    const { live, observers } = setUp();
    await live.connect();
    for (let line = 0; line < 300; line += 1) observers[0]?.note(`line ${line}`);
    observers[0]?.note(
      "wss://host/hub?id=s3cret&access_token=eyJhbGci.eyJzdWIi.c2ln failed, sent Bearer abc.def",
    );
    const { log } = live.getSnapshot();
    expect(log).toHaveLength(200);
    expect(log.at(-1)?.text).toBe(
      "wss://host/hub?id=[hidden]&access_token=[hidden] failed, sent Bearer [hidden]",
    );
  });
});
