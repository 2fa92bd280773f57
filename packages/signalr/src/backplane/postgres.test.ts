import { Client, Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FakeClock } from "../testing/fake-clock.ts";
import { startThrowawayPostgres } from "../testing/throwaway-postgres.ts";
import { describeBackplane } from "./backplane.contract.ts";
import type { Backplane } from "./backplane.ts";
import { outboxStatement, outboxTableSql } from "./postgres-outbox.ts";
import { createPostgresBackplane, type PostgresBackplaneOptions } from "./postgres.ts";

const postgres = await startThrowawayPostgres();

describe.skipIf(postgres === null)("the Postgres backplane", () => {
  let pool: Pool;

  beforeAll(async () => {
    pool = new Pool({ ...postgres?.connection, max: 4 });
    await pool.query(outboxTableSql());
  });
  afterAll(async () => {
    await pool.end();
    await postgres?.stop();
  });

  async function connect(): Promise<Client> {
    const client = new Client({ ...postgres?.connection, application_name: "listener" });
    await client.connect();
    return client;
  }

  function create(options: Partial<PostgresBackplaneOptions> = {}): Backplane {
    return createPostgresBackplane({ connect, pool, ...options });
  }

  /** A started backplane with what it has received, and a way to wait for more. */
  async function startListener(options: Partial<PostgresBackplaneOptions> = {}) {
    const backplane = create(options);
    const received: string[] = [];
    await backplane.start((_channel, message) => received.push(message));
    await backplane.subscribe("room");
    return { backplane, received };
  }

  describeBackplane(async () => create());

  test("an event of a transaction is sent on commit, and never on rollback", async () => {
    const { backplane, received } = await startListener();
    const client = await pool.connect();
    for (const [text, end] of [
      ["rolled back", "rollback"],
      ["committed", "commit"],
    ] as const) {
      const { text: sql, values } = outboxStatement({ channel: "room", message: text });
      await client.query("begin");
      await client.query(sql, [...values]);
      expect(received).toEqual([]);
      await client.query(end);
    }
    client.release();
    await expect.poll(() => received).toEqual(["committed"]);
    await backplane.stop();
  });

  test("what was committed while the connection was lost is read afterwards, each once", async () => {
    let isDown = false;
    const { backplane, received } = await startListener({
      connect: async () => {
        if (isDown) throw new Error("database away");
        return connect();
      },
    });
    const sender = create();
    await sender.publish("room", "before");
    await expect.poll(() => received).toEqual(["before"]);
    // A transaction that began before the loss and commits during it: its row id is older than rows seen already.
    const late = await pool.connect();
    const { text, values } = outboxStatement({ channel: "room", message: "late" });
    await late.query("begin");
    await late.query(text, [...values]);
    await sender.publish("room", "after the late one began");
    await expect.poll(() => received.length).toBe(2);

    isDown = true;
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'",
    );
    await late.query("commit");
    late.release();
    await sender.publish("room", "meanwhile");
    isDown = false;
    await expect.poll(() => received).toHaveLength(4);
    expect([...received].sort()).toEqual(["after the late one began", "before", "late", "meanwhile"]);
    await sender.publish("room", "and on");
    await expect.poll(() => received.at(-1)).toBe("and on");
    await backplane.stop();
  });

  test.each([
    { cutOffMs: 40_000, isMissed: false },
    { cutOffMs: 70_000, isMissed: true },
  ])(
    "a gap of $cutOffMs ms, rows being kept for a minute: what was missed for good is told: $isMissed",
    async ({ cutOffMs, isMissed }) => {
      const clock = new FakeClock();
      let isDown = false;
      let missed = 0;
      let opened = 0;
      let refused = 0;
      const backplane = create({
        clock,
        retentionMs: 60_000,
        connect: async () => {
          if (isDown) {
            refused += 1;
            throw new Error("database away");
          }
          const client = await connect();
          opened += 1;
          return client;
        },
      });
      const received: string[] = [];
      await backplane.start(
        (_channel, message) => received.push(message),
        () => (missed += 1),
      );
      await backplane.subscribe("room");
      isDown = true;
      await pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'",
      );
      await expect.poll(() => refused).toBe(1);
      clock.advance(cutOffMs);
      isDown = false;
      await expect
        .poll(() => {
          if (opened === 1) clock.advance(1000);
          return opened;
        })
        .toBe(2);
      await create().publish("room", "and on");
      await expect.poll(() => received).toEqual(["and on"]);
      expect(missed).toBe(isMissed ? 1 : 0);
      await backplane.stop();
    },
  );

  test("rows older than the retention are deleted", async () => {
    const clock = new FakeClock();
    const { backplane } = await startListener({ clock, retentionMs: 0 });
    await backplane.publish("room", "old");
    clock.advance(60_000);
    await expect
      .poll(
        async () => (await pool.query("select count(*)::int as count from signalr_outbox")).rows[0]?.count,
      )
      .toBe(0);
    await backplane.stop();
  });

  test("names that are not plain SQL names are refused", () => {
    expect(() => create({ table: "x; drop table y" })).toThrow(TypeError);
    expect(() => create({ channel: "Channel" })).toThrow(TypeError);
  });
});
