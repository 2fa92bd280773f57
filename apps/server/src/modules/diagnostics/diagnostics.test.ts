import { diagnosticsRoutes } from "@forestay/contracts";
import { startRedisStandIn } from "@forestay/signalr/testing/redis";
import { afterEach, describe, expect, it } from "vitest";
import type { Config } from "#config";
import { withSystem } from "#platform/db/transaction.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { buildPlatformUser, connectLive, createTestApp, type TestApp } from "#testing/index.ts";
import { z } from "zod";

let app: TestApp;
afterEach(() => app.close());

async function look(settings: Partial<Config> = {}) {
  app = await createTestApp(settings);
  return ask();
}
async function ask() {
  const { actor } = await buildPlatformUser(app.db, "Moderator");
  const { status, body } = await app.call(actor, diagnosticsRoutes.get);
  expect(status).toBe(200);
  return { ...body, byName: new Map(body.checks.map((check) => [check.name, check])) };
}

describe("the diagnostics", () => {
  it("try database, queue, mail, hub and files for real and say how long each took", async () => {
    const { byName, serverTime, version } = await look();
    for (const name of ["database", "queue", "hub", "secrets", "files"] as const) {
      expect(byName.get(name), name).toMatchObject({ ok: true, latencyMs: expect.any(Number) });
    }
    expect(byName.get("mail")).toMatchObject({
      ok: true,
      latencyMs: null,
      detail: expect.stringContaining("the outbox keeps it"),
    });
    expect(serverTime).toBe(app.clock.now().toISOString());
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it("say what does not answer, and nothing about where it is or how it is entered", async () => {
    const { byName, checks } = await look({ smtpUrl: "smtp://post:s3cret@127.0.0.1:9" });
    expect(byName.get("mail")).toMatchObject({ ok: false });
    expect(byName.get("database")).toMatchObject({ ok: true });
    expect(JSON.stringify(checks)).not.toMatch(/s3cret|127\.0\.0\.1|post:/);
  });

  it("say that a restored copy sends nothing, and what would let it", async () => {
    const outgoingHold = { releaseCode: "c0ffee00", backupMadeAt: "2026-11-22T12:00:00.000Z" };
    const { byName } = await look({ outgoingHold });
    expect(byName.get("mail")).toEqual({
      name: "mail",
      ok: false,
      latencyMs: null,
      detail: expect.stringMatching(/sends no mail: the outbox keeps it.*RELEASE_OUTGOING=c0ffee00/),
    });
  });

  it("say by which way events go between processes, and when it is closed", async () => {
    const redis = await startRedisStandIn();
    const { byName } = await look({ redisUrl: `redis://127.0.0.1:${redis.port}` });
    expect(byName.get("hub")).toMatchObject({
      ok: true,
      detail: expect.stringContaining("came through from a commit by Redis"),
    });
    await redis.close();
    const { byName: closed, checks } = await ask();
    expect(closed.get("hub")).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/did not come through .* by Redis\. What is committed waits/),
    });
    expect(JSON.stringify(checks)).not.toContain("127.0.0.1");
  });

  it("notice jobs that no worker takes", async () => {
    await look();
    const forgotten = defineJob({ name: "test.forgotten", schema: z.object({}), handler: async () => {} });
    await app.jobs.start([forgotten]).catch(() => undefined);
    const dueMs = Date.now() - 3600_000;
    await withSystem(app.db, (tx) => app.context.jobs.enqueue(tx, forgotten, {}, { runAt: new Date(dueMs) }));
    const waitedSeconds = () => Math.round((Date.now() - dueMs) / 1000);
    const least = waitedSeconds();
    const { byName } = await ask();
    const waited = Array.from({ length: waitedSeconds() - least + 1 }, (_, more) => least + more).join("|");
    expect(byName.get("queue")).toMatchObject({
      ok: false,
      detail: expect.stringMatching(`^No worker takes jobs: 1 due, the oldest for (${waited}) s`),
    });
  });

  it("count the live connections by transport", async () => {
    await look();
    const someone = await buildPlatformUser(app.db, "Admin");
    const token = (await app.bearer(someone.actor)).authorization.replace("Bearer ", "");
    const client = await connectLive(app.server, token, { transport: "LongPolling" });
    const { hub } = await ask();
    expect(hub).toEqual({
      connections: 1,
      byTransport: { webSockets: 0, serverSentEvents: 0, longPolling: 1 },
    });
    await client.connection.stop();
  });
});
