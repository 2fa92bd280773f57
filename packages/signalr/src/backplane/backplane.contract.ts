import { expect, test } from "vitest";
import type { Backplane } from "./backplane.ts";

/** What every backplane must do; `create` makes one more that talks to the others. */
export function describeBackplane(create: () => Promise<Backplane>): void {
  async function startOne(): Promise<{
    backplane: Backplane;
    received: string[];
    arrival(count: number): Promise<void>;
  }> {
    const backplane = await create();
    const received: string[] = [];
    let wake: () => void = () => undefined;
    await backplane.start((channel, message) => {
      received.push(`${channel}|${message}`);
      wake();
    });
    return {
      backplane,
      received,
      async arrival(count) {
        while (received.length < count) await new Promise<void>((resolve) => (wake = resolve));
      },
    };
  }

  test("a message reaches every subscriber of its channel and nobody else", async () => {
    const [sender, member, stranger] = [await startOne(), await startOne(), await startOne()];
    await member.backplane.subscribe("room");
    await stranger.backplane.subscribe("hall");
    await sender.backplane.publish("room", "hello");
    await sender.backplane.publish("hall", "end");
    await member.arrival(1);
    await stranger.arrival(1);
    expect(member.received).toEqual(["room|hello"]);
    expect(stranger.received).toEqual(["hall|end"]);
    for (const { backplane } of [sender, member, stranger]) await backplane.stop();
  });

  test("messages of one sender arrive in order, each once", async () => {
    const [sender, member] = [await startOne(), await startOne()];
    await member.backplane.subscribe("room");
    const expected = Array.from({ length: 200 }, (_, index) => `room|${index}`);
    for (let index = 0; index < 200; index += 1) await sender.backplane.publish("room", String(index));
    await member.arrival(200);
    expect(member.received).toEqual(expected);
    for (const { backplane } of [sender, member]) await backplane.stop();
  });

  test("a message far over 8,000 bytes and one in any script arrive whole", async () => {
    const [sender, member] = [await startOne(), await startOne()];
    await member.backplane.subscribe("grüße 🌍");
    const big = "ß".repeat(50_000);
    await sender.backplane.publish("grüße 🌍", big);
    await member.arrival(1);
    expect(member.received).toEqual([`grüße 🌍|${big}`]);
    for (const { backplane } of [sender, member]) await backplane.stop();
  });

  test("a channel with a very long name works", async () => {
    const [sender, member] = [await startOne(), await startOne()];
    const channel = "long".repeat(3_000);
    await member.backplane.subscribe(channel);
    await sender.backplane.publish(channel, "hello");
    await member.arrival(1);
    expect(member.received).toEqual([`${channel}|hello`]);
    for (const { backplane } of [sender, member]) await backplane.stop();
  });

  test("after unsubscribing nothing more of the channel arrives", async () => {
    const [sender, member] = [await startOne(), await startOne()];
    await member.backplane.subscribe("room");
    await member.backplane.subscribe("hall");
    await member.backplane.unsubscribe("room");
    await sender.backplane.publish("room", "unheard");
    await sender.backplane.publish("hall", "end");
    await member.arrival(1);
    expect(member.received).toEqual(["hall|end"]);
    for (const { backplane } of [sender, member]) await backplane.stop();
  });
}
