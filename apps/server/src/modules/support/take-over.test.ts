import { randomUUID } from "node:crypto";
import { supportLimits, supportRoutes, supportStaffRoutes, supportTexts } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { SignedInUser } from "#platform/http/actor.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { askForSupport, buildSupportWorld, type SupportWorld } from "./fixtures/support-world.ts";
import { takeOverJob } from "./queue.ts";
import { watchStaffJob } from "./staff/presence.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let app: TestApp;
let world: SupportWorld;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  world = await buildSupportWorld(app);
});

const send = (who: SignedInUser, id: string, body: { id?: string; content: string; attachmentId?: string }) =>
  app.call(who, supportRoutes.send, { params: { id }, body });
const attach = async (id: string) =>
  (
    await app.call(world.person, supportRoutes.attach, {
      params: { id },
      body: { fileName: "steps.png", data: PNG },
    })
  ).body.id;
const read = async (id: string) =>
  (await app.call(world.person, supportRoutes.messages, { params: { id } })).body;
const askedOfAssistant = async (id: string) =>
  (
    await app.queryAsAdmin<{ data: { messageId: string } }>(
      "select data from pgboss.job where name = 'support.answer' and data->>'sessionId' = $1",
      [id],
    )
  ).map(({ data }) => data.messageId);

async function takeOver(sessionId: string): Promise<void> {
  app.clock.advance(supportLimits.assistantAfterMs);
  const [row] = await app.queryAsAdmin<{ turn: number }>("select turn from support_sessions where id = $1", [
    sessionId,
  ]);
  await app.runJob(takeOverJob, { sessionId, turn: row!.turn });
}

it("a picture that waited gets its answer when the assistant takes over, and so do the words before it", async () => {
  const { id } = await askForSupport(app, world.person, "It hangs");
  await send(world.person, id, { content: "", attachmentId: await attach(id) });
  await takeOver(id);
  const { session, items } = await read(id);
  expect(items.filter(({ content }) => content === supportTexts.pictureNotRead)).toHaveLength(1);
  expect(session).toMatchObject({
    status: "AiActive",
    escalationLevel: 2,
    aiEscalationReason: "sent a picture, which the assistant cannot read",
  });
  const words = items.find(({ content }) => content === "It hangs")!;
  expect(await askedOfAssistant(id)).toEqual([words.id]);
});

it("what an Admin answered before handing back is not answered again; what came after it is", async () => {
  const { id } = await askForSupport(app, world.person, "It hangs");
  await app.call(world.admin, supportStaffRoutes.claim, { params: { id } });
  await send(world.admin, id, { content: "It runs again." });
  await app.call(world.admin, supportStaffRoutes.release, { params: { id } });
  await takeOver(id);
  expect(await askedOfAssistant(id)).toEqual([]);

  await app.call(world.admin, supportStaffRoutes.claim, { params: { id } });
  const asked = await send(world.person, id, { content: "And the other one?" });
  await app.call(world.admin, supportStaffRoutes.release, { params: { id } });
  await takeOver(id);
  expect(await askedOfAssistant(id)).toEqual([asked.body.id]);
});

it("whoever writes was there when they wrote, not when the database came to it", async () => {
  const { id } = await askForSupport(app, world.person);
  const params = { id };
  await app.call(world.admin, supportStaffRoutes.claim, { params });
  const written = await withSystem(app.db, async (tx) => {
    await tx.selectFrom("support_sessions").select("id").where("id", "=", id).forUpdate().execute();
    const call = send(world.admin, id, { content: "Which file is it?" });
    const waiting = () =>
      app.queryAsAdmin(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
    await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1);
    // Their computer is shut with the words under way.
    app.clock.advance(supportLimits.staffLostAfterMs + 1000);
    return { call };
  });
  expect((await written.call).status).toBeLessThan(300);
  await app.runJob(watchStaffJob, { userId: world.admin.userId });
  expect((await read(id)).session.status).toBe("Pending");
});

it("an id said again with another image is another message, and refused", async () => {
  const { id } = await askForSupport(app, world.person);
  const message = { id: randomUUID(), content: "Here", attachmentId: await attach(id) };
  const sent = await send(world.person, id, message);
  expect((await send(world.person, id, message)).body).toEqual(sent.body);
  for (const other of [
    { ...message, attachmentId: await attach(id) },
    { id: message.id, content: "Here" },
  ])
    expect((await send(world.person, id, other)).status).toBe(409);
});
