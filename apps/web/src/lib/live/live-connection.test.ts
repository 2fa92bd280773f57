import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { never, pass, refuse, startFakeLive as setUp, watch } from "@/testing/fake-hub-link.ts";
import { reconnectDelayMs } from "./live-connection.ts";
import { liveErrors } from "./live-state.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("connecting", () => {
  it("goes from Disconnected through Connecting to Connected, and joins the user's group", async () => {
    const { live, links, states, state } = setUp();
    expect(state()).toBe("Disconnected");
    await live.connect();
    expect(states).toEqual(["Connecting", "Connected"]);
    expect(links[0]?.invoked).toEqual(["JoinUserGroup"]);
  });

  it("fails without a token, and makes no link", async () => {
    const { live, links, world } = setUp();
    world.token = undefined;
    await expect(live.connect()).rejects.toThrow("No authentication token available");
    expect(links).toHaveLength(0);
    expect(live.getSnapshot()).toMatchObject({ state: "Disconnected", lastError: liveErrors.noToken });
  });

  it("while connected returns the existing connection", async () => {
    const { live, links } = setUp();
    const first = await live.connect();
    expect(await live.connect()).toBe(first);
    expect(links).toHaveLength(1);
  });

  it("while in progress waits for it, looking every 100 ms", async () => {
    let started = () => undefined as void;
    const { live, links } = setUp((link) => {
      link.startResult = () => new Promise((resolve) => (started = resolve));
    });
    const first = watch(live.connect());
    const second = watch(live.connect());
    await pass(50);
    started();
    await pass(0);
    expect(first.value).toBe(links[0]);
    expect(second.value).toBeUndefined();
    await pass(50);
    expect(second.value).toBe(links[0]);
    expect(links).toHaveLength(1);
  });

  it("says 'Connection attempt timeout' after waiting 10 seconds, not before", async () => {
    const { live } = setUp((link) => {
      link.startResult = never;
    });
    watch(live.connect());
    const second = watch(live.connect());
    await pass(9_999);
    expect(second.error).toBeUndefined();
    await pass(1);
    expect(second.error).toBe("Connection attempt timeout");
  });

  it("says 'Connection attempt failed' when what it waited for failed", async () => {
    let fail: (error: Error) => void = () => undefined;
    const { live } = setUp((link) => {
      link.startResult = () => new Promise((_resolve, reject) => (fail = reject));
    });
    const first = watch(live.connect());
    const second = watch(live.connect());
    await pass(10);
    fail(new Error("refused"));
    await pass(100);
    expect(first.error).toBe("refused");
    expect(second.error).toBe("Connection attempt failed");
  });

  it("a group that cannot be joined is a failed attempt, and its link is stopped", async () => {
    const { live, links, state } = setUp((link) => {
      link.invokeResult = refuse;
    });
    await expect(live.connect()).rejects.toThrow("refused");
    expect(state()).toBe("Disconnected");
    expect(links[0]?.stopped).toBe(1);
  });
});

describe("disconnecting", () => {
  it("leaves the group, then stops, and nothing is retried", async () => {
    const { live, links, states } = setUp();
    await live.connect();
    await live.disconnect();
    expect(links[0]?.invoked).toEqual(["JoinUserGroup", "LeaveUserGroup"]);
    expect(links[0]?.stopped).toBe(1);
    expect(states).toEqual(["Connecting", "Connected", "Disconnecting", "Disconnected"]);
    await pass(60_000);
    expect(links).toHaveLength(1);
  });

  it("is not held up by a server that does not answer the goodbye", async () => {
    const { live, links, state } = setUp();
    await live.connect();
    if (links[0]) links[0].invokeResult = never;
    void live.disconnect();
    await pass(2000);
    expect(state()).toBe("Disconnected");
  });

  it("overtakes an attempt in progress, whose link is stopped and never used", async () => {
    let started = () => undefined as void;
    const { live, links, state } = setUp((link) => {
      link.startResult = () => new Promise((resolve) => (started = resolve));
    });
    const first = watch(live.connect());
    await pass(0);
    await live.disconnect();
    started();
    await pass(0);
    expect(first.error).toBe("Connection attempt failed");
    expect(state()).toBe("Disconnected");
    expect(links[0]?.stopped).toBeGreaterThan(0);
    await pass(60_000);
    expect(links).toHaveLength(1);
  });

  it("a connect meanwhile waits for the end and starts anew", async () => {
    const { live, links, state } = setUp();
    await live.connect();
    void live.disconnect();
    const again = watch(live.connect());
    await pass(100);
    await pass(0);
    expect(again.value).toBe(links[1]);
    expect(state()).toBe("Connected");
  });
});

describe("reconnecting", () => {
  it("waits 1 s, doubled per retry, at most 30 s", () => {
    expect([0, 1, 2, 3, 4, 5, 6, 50].map(reconnectDelayMs)).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it("is Connected again only when the group is joined again, and tells that something was missed", async () => {
    const { live, links, states, state } = setUp();
    const missed = vi.fn();
    live.onConnected(missed);
    await live.connect();
    links[0]?.reconnecting(new Error("lost"));
    expect(state()).toBe("Reconnecting");
    expect(missed).toHaveBeenCalledTimes(1);
    links[0]?.reconnected();
    expect(state()).toBe("Reconnecting");
    await pass(0);
    expect(states).toEqual(["Connecting", "Connected", "Reconnecting", "Connected"]);
    expect(links[0]?.invoked).toEqual(["JoinUserGroup", "JoinUserGroup"]);
    expect(missed).toHaveBeenCalledTimes(2);
  });

  it("leaves a link that was lost again while rejoining to its own reconnect", async () => {
    const { live, links, state } = setUp();
    await live.connect();
    const [link] = links;
    if (!link) throw new Error("no link");
    link.reconnecting();
    link.invokeResult = refuse;
    link.state = "Reconnecting";
    link.reconnected();
    await pass(60_000);
    expect(state()).toBe("Reconnecting");
    expect(links).toHaveLength(1);
  });

  it("takes a new link when the group cannot be joined again", async () => {
    const { live, links, state } = setUp();
    await live.connect();
    links[0]?.reconnecting();
    if (links[0]) links[0].invokeResult = refuse;
    links[0]?.reconnected();
    await pass(1000);
    expect(links).toHaveLength(2);
    expect(state()).toBe("Connected");
  });
});

describe("the product's own retry", () => {
  it("after a close tries at 1, 2, 4, 8 and 16 seconds, then says 'Max reconnection attempts reached'", async () => {
    const { live, links } = setUp((link, number) => {
      if (number > 1) link.startResult = refuse;
    });
    await live.connect();
    links[0]?.closed(new Error("gone"));
    let elapsedMs = 0;
    const triedAt: number[] = [];
    let known = 1;
    while (elapsedMs < 120_000) {
      await pass(500);
      elapsedMs += 500;
      if (links.length > known) {
        known = links.length;
        triedAt.push(elapsedMs);
      }
    }
    expect(triedAt).toEqual([1000, 3000, 7000, 15_000, 31_000]);
    expect(live.getSnapshot()).toMatchObject({
      state: "Disconnected",
      lastError: "Max reconnection attempts reached",
    });
  });

  it("counts from 1 again once a connection was good", async () => {
    const { live, links } = setUp((link, number) => {
      if (number === 2) link.startResult = refuse;
    });
    await live.connect();
    links[0]?.closed();
    await pass(3000);
    expect(live.getSnapshot()).toMatchObject({ state: "Connected", retries: 0 });
    links[2]?.closed();
    await pass(1000);
    expect(links).toHaveLength(4);
  });

  it("is not started by the close of a link that was replaced", async () => {
    const { live, links, state } = setUp();
    await live.connect();
    await live.reconnect();
    links[0]?.closed(new Error("late"));
    expect(state()).toBe("Connected");
    await pass(60_000);
    expect(links).toHaveLength(2);
  });

  it("goes on while there is no token yet, and uses the one that comes", async () => {
    const { live, links, world } = setUp();
    await live.connect();
    world.token = undefined;
    links[0]?.closed();
    await pass(1000);
    expect(links).toHaveLength(1);
    world.token = "t2";
    await pass(2000);
    expect(live.getSnapshot().state).toBe("Connected");
  });

  it("takes over at once when the browser says that it is offline, and ends when it is back", async () => {
    let down = false;
    const { live, links } = setUp((link) => {
      if (down) link.startResult = refuse;
    });
    const missed = vi.fn();
    live.onConnected(missed);
    await live.connect();
    down = true;
    live.interrupt("The browser is offline");
    expect(live.getSnapshot()).toMatchObject({ state: "Disconnected", lastError: "The browser is offline" });
    expect(links[0]?.stopped).toBe(1);
    await pass(3000);
    expect(links).toHaveLength(3);
    down = false;
    live.wake();
    await pass(0);
    expect(live.getSnapshot()).toMatchObject({ state: "Connected", retries: 0 });
    expect(missed).toHaveBeenCalledTimes(2);
    await pass(60_000);
    expect(links).toHaveLength(4);
  });

  it("begins anew when woken after it gave up, and not when nobody wants a connection", async () => {
    let down = true;
    const { live, links } = setUp((link) => {
      if (down) link.startResult = refuse;
    });
    await live.connect().catch(() => undefined);
    await pass(120_000);
    expect(links).toHaveLength(6);
    down = false;
    live.wake();
    await pass(0);
    expect(live.getSnapshot().state).toBe("Connected");
    await live.disconnect();
    live.wake();
    await pass(0);
    expect(links).toHaveLength(7);
  });
});

/** The product's own methods take no arguments yet; a page's would look like this. */
const watchRoom = (room: string) => ["WatchRoom", room] as never;

describe("what a page has joined", () => {
  it("is joined once there is a connection, and again after every loss, after the person's own group", async () => {
    const { live, links } = setUp();
    live.stayJoined(watchRoom("a"));
    await live.connect();
    live.stayJoined(watchRoom("b"));
    const both = [
      ["WatchRoom", "a"],
      ["WatchRoom", "b"],
    ];
    expect(links[0]?.calls).toEqual([["JoinUserGroup"], ...both]);
    links[0]?.reconnecting(new Error("lost"));
    links[0]?.reconnected();
    await pass(0);
    expect(links[0]?.calls.slice(3)).toEqual([["JoinUserGroup"], ...both]);
    await live.reconnect();
    expect(links[1]?.calls).toEqual([["JoinUserGroup"], ...both]);
  });

  it("is joined before it is told that something was missed", async () => {
    const { live, links } = setUp();
    live.stayJoined(watchRoom("a"));
    const joinedBefore: number[] = [];
    live.onConnected(() => joinedBefore.push(links[0]?.calls.length ?? 0));
    await live.connect();
    expect(joinedBefore).toEqual([2]);
  });

  it("is left with its own goodbye, and not joined again", async () => {
    const { live, links } = setUp();
    await live.connect();
    const leave = live.stayJoined(watchRoom("a"), ["LeaveRoom", "a"] as never);
    leave();
    leave();
    expect(links[0]?.calls.slice(1)).toEqual([
      ["WatchRoom", "a"],
      ["LeaveRoom", "a"],
    ]);
    links[0]?.reconnected();
    await pass(0);
    expect(links[0]?.calls.slice(3)).toEqual([["JoinUserGroup"]]);
  });

  it("may be refused, which the log says, without the connection being lost", async () => {
    const { live, state } = setUp((link) => {
      link.invokeResult = (method) => (method === "WatchRoom" ? refuse() : Promise.resolve());
    });
    live.stayJoined(watchRoom("a"));
    await live.connect();
    expect(state()).toBe("Connected");
    expect(live.getSnapshot().log.map(({ text }) => text)).toContain("WatchRoom was refused: refused");
  });
});

describe("events and calls", () => {
  it("hands an event to its handlers, whichever link it comes by, until they leave", async () => {
    const { live, links } = setUp();
    const handler = vi.fn();
    const stop = live.on("notification_created", handler);
    const payload = { id: "7c9e6679-7425-40de-944b-e07fc1f90ae7", unreadCount: 4 };
    await live.connect();
    links[0]?.handlers.get("notification_created")?.(payload);
    await live.reconnect();
    links[1]?.handlers.get("notification_created")?.(payload);
    links[0]?.handlers.get("notification_created")?.(payload);
    expect(handler.mock.calls).toEqual([[payload], [payload]]);
    stop();
    links[1]?.handlers.get("notification_created")?.(payload);
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it("drops an event whose payload it does not understand, and notes it", async () => {
    const { live, links } = setUp();
    const handler = vi.fn();
    live.on("import_completed", handler);
    await live.connect();
    links[0]?.handlers.get("import_completed")?.({ importId: 7 });
    expect(handler).not.toHaveBeenCalled();
    expect(live.getSnapshot().log.at(-1)?.text).toContain("not understood");
  });

  it("a call passes its arguments and hands back what comes", async () => {
    const { live, links } = setUp((link) => {
      link.invokeResult = async () => ({ said: "hello" });
    });
    await live.connect();
    const invoke = live.invoke.bind(live) as (...call: unknown[]) => Promise<unknown>;
    expect(await invoke("Say", "hello", { loud: true })).toEqual({ said: "hello" });
    expect(links[0]?.calls.at(-1)).toEqual(["Say", "hello", { loud: true }]);
  });

  it("a call with no connection says that the real-time connection is not active", async () => {
    const { live } = setUp();
    await expect(live.invoke("JoinUserGroup")).rejects.toThrow("Real-time connection is not active");
  });
});
