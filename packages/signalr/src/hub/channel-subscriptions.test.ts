import { describe, expect, test } from "vitest";
import type { Backplane } from "../backplane/backplane.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import { ChannelSubscriptions } from "./channel-subscriptions.ts";
import type { HubLogEvent } from "../options.ts";

/** A backplane that records what it is asked, and answers subscriptions when told to. */
function prepare() {
  const asked: string[] = [];
  const log: HubLogEvent[] = [];
  const clock = new FakeClock();
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const backplane: Backplane = {
    start: async () => undefined,
    stop: async () => undefined,
    publish: async () => undefined,
    subscribe(channel) {
      asked.push(`subscribe ${channel}`);
      return new Promise((resolve, reject) => answers.push({ resolve, reject }));
    },
    async unsubscribe(channel) {
      asked.push(`unsubscribe ${channel}`);
    },
  };
  const subscriptions = new ChannelSubscriptions(
    backplane,
    async () => undefined,
    clock,
    (event) => log.push(event),
  );
  return { subscriptions, asked, answers, clock, log };
}

/** Lets everything that is already decided happen. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await settle();
  return settled;
}

describe("channel subscriptions", () => {
  test("ask the backplane once for a channel, and hold every joiner until it has answered", async () => {
    const { subscriptions, asked, answers } = prepare();
    const joins = [subscriptions.want("room"), subscriptions.want("room")];
    await settle();
    expect(asked).toEqual(["subscribe room"]);
    expect(await isSettled(Promise.race(joins))).toBe(false);
    answers[0]?.resolve();
    await Promise.all(joins);
  });

  test("leave a channel with its last member, and never before it has been entered", async () => {
    const { subscriptions, asked, answers } = prepare();
    void subscriptions.want("room");
    void subscriptions.want("room");
    await settle();
    subscriptions.release("room");
    subscriptions.release("room");
    await settle();
    expect(asked).toEqual(["subscribe room"]);
    answers[0]?.resolve();
    await settle();
    expect(asked).toEqual(["subscribe room", "unsubscribe room"]);
  });

  test("enter a channel again only after leaving it, so that the order at the backplane is that of the members", async () => {
    const { subscriptions, asked, answers } = prepare();
    void subscriptions.want("room");
    await settle();
    subscriptions.release("room");
    const again = subscriptions.want("room");
    await settle();
    expect(asked).toEqual(["subscribe room"]);
    answers[0]?.resolve();
    await settle();
    expect(asked).toEqual(["subscribe room", "unsubscribe room", "subscribe room"]);
    answers[1]?.resolve();
    await again;
  });

  test("let a joiner go on after 2 s, or when the backplane refuses, and say so in the log", async () => {
    const { subscriptions, answers, clock, log } = prepare();
    const late = subscriptions.want("late");
    await settle();
    clock.advance(1_999);
    expect(await isSettled(late)).toBe(false);
    clock.advance(1);
    await late;
    const refused = subscriptions.want("refused");
    await settle();
    answers[1]?.reject(new Error("no"));
    await refused;
    expect(log.map(({ level }) => level)).toEqual(["warn", "warn"]);
  });
});
