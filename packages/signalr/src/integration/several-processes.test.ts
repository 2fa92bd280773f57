import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { HubConnection } from "@microsoft/signalr";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { outboxStatement, outboxTableSql, type TransportName } from "../index.ts";
import type { BackplaneChoice, HubProcessCommand, HubProcessReply } from "../testing/hub-process.ts";
import { createClient, createTestHub } from "../testing/hub-test-server.ts";
import { negotiate, RawWebSocket, send } from "../testing/raw-client.ts";
import { openTestRedis, type TestRedis } from "../testing/redis-stand-in.ts";
import { startBalancer } from "../testing/tcp-balancer.ts";
import { startThrowawayPostgres } from "../testing/throwaway-postgres.ts";

const postgres = await startThrowawayPostgres();
const clients: HubConnection[] = [];
let processes: HubProcess[] = [];

type HubProcess = { child: ChildProcess; port: number; url: string };

async function startProcess(choice: BackplaneChoice): Promise<HubProcess> {
  const child = fork(path.join(import.meta.dirname, "../testing/hub-process.ts"), [JSON.stringify(choice)]);
  const [reply] = (await once(child, "message")) as [{ port: number }];
  return { child, port: reply.port, url: `http://127.0.0.1:${reply.port}/hub` };
}

async function tell(hubProcess: HubProcess | undefined, command: HubProcessCommand): Promise<unknown> {
  if (!hubProcess) throw new Error("no such process");
  hubProcess.child.send(command);
  const [reply] = (await once(hubProcess.child, "message")) as [HubProcessReply];
  if ("error" in reply) throw new Error(reply.error);
  return "result" in reply ? reply.result : undefined;
}

/** A started client with the texts of all `said` events it got. */
async function connect(url: string | undefined, token: string, transport: TransportName = "webSockets") {
  const client = createClient(url ?? "", { token, transport });
  const heard: string[] = [];
  client.on("said", (_from: string, text: string) => heard.push(text));
  clients.push(client);
  await client.start();
  return { client, heard };
}

function stopProcesses(): void {
  for (const { child } of processes) child.kill("SIGKILL");
  processes = [];
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
});
afterAll(() => postgres?.stop());

let redis: TestRedis;
beforeAll(async () => {
  redis = await openTestRedis();
});
afterAll(() => redis.close());

describe.each(["postgres", "redis"] as const)("three processes over %s", (kind) => {
  const isPossible = kind === "redis" || postgres !== null;

  beforeAll(async () => {
    if (!isPossible) return;
    if (kind === "postgres") await runSql(outboxTableSql());
    const choice: BackplaneChoice =
      postgres && kind === "postgres"
        ? { kind, connection: postgres.connection }
        : { kind: "redis", url: redis.url };
    processes = await Promise.all([startProcess(choice), startProcess(choice), startProcess(choice)]);
  });
  afterAll(stopProcesses);

  test.skipIf(!isPossible)(
    "an event reaches all, a group and a user wherever they are, once and in order",
    async () => {
      const [one, two, three] = [
        await connect(processes[0]?.url, "alice", "webSockets"),
        await connect(processes[1]?.url, "bob", "longPolling"),
        await connect(processes[2]?.url, "alice", "serverSentEvents"),
      ];
      for (const { client } of [one, two]) await client.invoke("Join", "room");
      const expected = { one: [] as string[], two: [] as string[], three: [] as string[] };
      for (let index = 0; index < 10; index += 1) {
        await one.client.invoke("Broadcast", `all ${index}`);
        await one.client.invoke("SendToGroup", "room", `room ${index}`);
        await one.client.invoke("SendToUser", "alice", `alice ${index}`);
        expected.one.push(`all ${index}`, `room ${index}`, `alice ${index}`);
        expected.two.push(`all ${index}`, `room ${index}`);
        expected.three.push(`all ${index}`, `alice ${index}`);
      }
      await expect.poll(() => two.heard).toEqual(expected.two);
      await expect.poll(() => three.heard).toEqual(expected.three);
      expect(one.heard).toEqual(expected.one);
    },
  );

  test.skipIf(!isPossible)(
    "several groups at once, and others of a group, are each reached once",
    async () => {
      const [one, two] = [await connect(processes[0]?.url, "alice"), await connect(processes[1]?.url, "bob")];
      for (const group of ["x", "y"]) for (const { client } of [one, two]) await client.invoke("Join", group);
      await tell(processes[2], { do: "send", to: { scope: "groups", names: ["x", "y"] }, text: "both" });
      await expect.poll(() => [one.heard, two.heard]).toEqual([["both"], ["both"]]);
      await one.client.invoke("SendToOthers", "others");
      await expect.poll(() => two.heard).toEqual(["both", "others"]);
      expect(one.heard).toEqual(["both"]);
    },
  );

  test.skipIf(!isPossible)(
    "a connection is closed, joined to a group and asked from another process",
    async () => {
      const { client, heard } = await connect(processes[0]?.url, "carol");
      const connectionId = client.connectionId ?? "";
      await tell(processes[1], { do: "addToGroup", connectionId, group: "made by another" });
      await tell(processes[2], {
        do: "send",
        to: { scope: "groups", names: ["made by another"] },
        text: "hello",
      });
      await expect.poll(() => heard).toEqual(["hello"]);
      client.on("Ask", (number: number) => `got ${number}`);
      expect(await tell(processes[2], { do: "ask", connectionId, number: 7 })).toBe("got 7");
      const closed = new Promise<void>((resolve) => client.onclose(() => resolve()));
      await tell(processes[1], { do: "close", userId: "carol" });
      await closed;
    },
  );

  test.skipIf(!isPossible)("after leaving, nothing more arrives, and a rejoin hears again", async () => {
    const { client, heard } = await connect(processes[0]?.url, "dave");
    const say = (group: string, text: string) =>
      tell(processes[1], { do: "send", to: { scope: "groups", names: [group] }, text });
    await client.invoke("Join", "den");
    await client.invoke("Join", "hall");
    await say("den", "one");
    await expect.poll(() => heard).toEqual(["one"]);
    await client.invoke("Leave", "den");
    await say("den", "unheard");
    // One sender's messages keep their order, so once this is here the one before has come and gone.
    await say("hall", "between");
    await expect.poll(() => heard).toEqual(["one", "between"]);
    await client.invoke("Join", "den");
    await say("den", "two");
    await expect.poll(() => heard).toEqual(["one", "between", "two"]);
  });

  test.skipIf(!isPossible)(
    "a WebSocket negotiated in one process is at home in another, where everything reaches it",
    async () => {
      // Every connection to the balancer goes to the next process.
      let turn = 0;
      const balancer = await startBalancer(() => {
        turn += 1;
        return [0, 1, 2].map((step) => processes[(turn + step) % 3]?.port ?? 0);
      });
      const url = `http://127.0.0.1:${balancer.port}/hub`;
      for (let round = 0; round < 3; round += 1) {
        const { client, heard } = await connect(url, "grace");
        const connectionId = client.connectionId ?? "";
        for (const [index, member] of processes.entries()) {
          await tell(member, { do: "addToGroup", connectionId, group: `from ${index}` });
          await tell(member, {
            do: "send",
            to: { scope: "groups", names: [`from ${index}`] },
            text: `${index}`,
          });
          await expect.poll(() => heard.at(-1)).toBe(`${index}`);
        }
        expect(heard).toEqual(["0", "1", "2"]);
        await client.stop();
      }
      // The other transports need the process that negotiated, and are told so by the protocol's own answer.
      const { connectionToken } = await negotiate(processes[0]?.url ?? "", "grace");
      for (const [index, member] of processes.entries()) {
        const { status } = await send("GET", `${member.url}?id=${connectionToken}`, { token: "grace" });
        expect(status).toBe(index === 0 ? 200 : 404);
        const stolen = new RawWebSocket(`${member.url}?id=${connectionToken}&access_token=mallory`);
        expect(await stolen.refusal()).toBe(index === 0 ? 403 : 404);
      }
      balancer.close();
    },
  );

  test.skipIf(!isPossible)(
    "when one process is killed its client comes back on another, and the others miss nothing",
    async () => {
      const [first, second, third] = processes;
      let order = [first, second].map((member) => member?.port ?? 0);
      const balancer = await startBalancer(() => order);
      const moving = createClient(`http://127.0.0.1:${balancer.port}/hub`, {
        token: "erin",
        skipNegotiation: true,
        reconnectDelaysMs: [0, 50, 100, 200, 400],
      });
      clients.push(moving);
      const heard: string[] = [];
      moving.on("said", (_from: string, text: string) => heard.push(text));
      const isBack = new Promise<void>((resolve) => moving.onreconnected(() => resolve()));
      await moving.start();
      await moving.invoke("Join", "crew");
      const steady = await connect(third?.url, "frank");
      await steady.client.invoke("Join", "crew");
      const say = (text: string) =>
        tell(third, { do: "send", to: { scope: "groups", names: ["crew"] }, text });
      await say("before");
      await expect.poll(() => heard).toEqual(["before"]);

      first?.child.kill("SIGKILL");
      await isBack;
      order = order.slice(1);
      await moving.invoke("Join", "crew");
      await say("after");
      await expect.poll(() => heard).toEqual(["before", "after"]);
      expect(steady.heard).toEqual(["before", "after"]);
      await moving.stop();
      balancer.close();
    },
  );
});

describe.skipIf(postgres === null)("an event written by a transaction of the host", () => {
  afterAll(stopProcesses);

  test("reaches clients of every process on commit, from a process without any hub connection", async () => {
    if (!postgres) return;
    await runSql(outboxTableSql());
    const choice: BackplaneChoice = { kind: "postgres", connection: postgres.connection };
    processes = await Promise.all([startProcess(choice), startProcess(choice)]);
    const [one, two] = [await connect(processes[0]?.url, "alice"), await connect(processes[1]?.url, "alice")];
    const { hub } = createTestHub();
    const { text, values } = outboxStatement(
      hub.sealEvent({ scope: "users", names: ["alice"] }, "said", "worker", "imported"),
    );
    await runSql("begin", [text, values], "rollback");
    await runSql("begin", [text, values], "commit");
    await expect.poll(() => [one.heard, two.heard]).toEqual([["imported"], ["imported"]]);
  });
});

async function runSql(...statements: (string | readonly [string, readonly string[]])[]): Promise<void> {
  const client = new Client(postgres?.connection);
  await client.connect();
  for (const statement of statements) {
    if (typeof statement === "string") await client.query(statement);
    else await client.query(statement[0], [...statement[1]]);
  }
  await client.end();
}
