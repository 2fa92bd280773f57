import { supportLimits, supportRoutes, supportStaffRoutes, supportTexts } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { SignedInUser } from "#platform/http/actor.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { createAnswerJob } from "./answer-job.ts";
import { withoutAssistant } from "./answerer.ts";
import { askForSupport, buildSupportWorld, type SupportWorld } from "./fixtures/support-world.ts";
import { takeOverJob } from "./queue.ts";
import { supportRetention } from "./retention.ts";

let app: TestApp;
let world: SupportWorld;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000, supportEmail: "help@forestay.test" });
});
afterAll(() => app.close());
beforeEach(async () => {
  world = await buildSupportWorld(app);
});

describe("an image in a session", () => {
  const PNG = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const attach = (who: SignedInUser, id: string, bytes: Buffer, fileName = "steps.png") =>
    app.call(who, supportRoutes.attach, {
      params: { id },
      body: { fileName, data: bytes.toString("base64") },
    });

  it("is an image by its bytes, goes with one message, and comes back as text that no page runs", async () => {
    const { id } = await askForSupport(app, world.person);
    const { status, body } = await attach(world.person, id, PNG, "../up/steps.svg");
    expect(status).toBe(201);
    const attachmentId = body.id;
    const sent = await app.call(world.person, supportRoutes.send, {
      params: { id },
      body: { content: "", attachmentId },
    });
    expect(sent.body.attachment).toEqual({
      id: attachmentId,
      fileName: "steps.svg",
      contentType: "image/png",
      sizeBytes: PNG.length,
    });
    const again = await app.call(world.person, supportRoutes.send, {
      params: { id },
      body: { content: "", attachmentId },
    });
    expect(again.status).toBe(400);
    const got = await app.call(world.moderator, supportRoutes.attachment, { params: { id, attachmentId } });
    expect(got.body.dataUrl).toBe(`data:image/png;base64,${PNG.toString("base64")}`);
    expect(got.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "x-content-type-options": "nosniff",
    });
    const stranger = (await buildUser(app.db, world.person.companyId)).actor;
    const refused = await app.call(stranger, supportRoutes.attachment, { params: { id, attachmentId } });
    expect(refused.status).toBe(404);
  });

  it("alone, while the assistant answers, is told to be unread by it, and a person is asked for", async () => {
    const { id } = await askForSupport(app, world.person);
    app.clock.advance(supportLimits.assistantAfterMs);
    await app.runJob(takeOverJob, { sessionId: id, turn: 1 });
    const { body: image } = await attach(world.person, id, PNG);
    const message = { content: "", attachmentId: image.id };
    await app.call(world.person, supportRoutes.send, { params: { id }, body: message });
    const { body } = await app.call(world.person, supportRoutes.messages, { params: { id } });
    expect(body.items.filter((one) => one.isFromAi).map((one) => one.content)).toEqual([
      supportTexts.pictureNotRead,
    ]);
    expect(body.session).toMatchObject({
      escalationLevel: 2,
      aiEscalationReason: "sent a picture, which the assistant cannot read",
    });
  });

  it("is refused when it is text that runs, a page, or larger than 5 MB", async () => {
    const { id } = await askForSupport(app, world.person);
    for (const bytes of [
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
      Buffer.from("<!doctype html>"),
    ]) {
      expect((await attach(world.person, id, bytes)).status).toBe(422);
    }
    // As large as one may be, to the byte, and one more.
    for (const less of [0, 1, 2]) {
      const whole = Buffer.concat([PNG, Buffer.alloc(supportLimits.attachmentBytes - PNG.length - less)]);
      expect((await attach(world.person, id, whole)).status, `${whole.length} bytes`).toBe(201);
    }
    const large = Buffer.concat([PNG, Buffer.alloc(supportLimits.attachmentBytes - PNG.length + 1)]);
    expect((await attach(world.person, id, large)).status).toBeGreaterThanOrEqual(400);
  });
});

describe("the contact form", () => {
  const body = { email: "Ann@Example.test", message: "I cannot sign in.\n\nPlease help." };

  it("is open to everybody: kept and mailed to support in one, with a ticket", async () => {
    const { status, body: answer } = await app.call(null, supportRoutes.contact, { body });
    expect([status, answer.success]).toEqual([200, true]);
    const [kept] = await app.queryAsAdmin(
      "select email, message, mailed_to from support_contacts where ticket_id = $1",
      [answer.ticketId],
    );
    expect(kept).toEqual({
      email: "ann@example.test",
      message: body.message,
      mailed_to: "help@forestay.test",
    });
    const mails = await app.queryAsAdmin<{ subject: string; plain_text: string }>(
      "select subject, plain_text from mails where to_address = 'help@forestay.test'",
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]!.subject).toContain(answer.ticketId);
    expect(mails[0]!.plain_text).toContain("ann@example.test");
    expect((await app.call(null, supportRoutes.address)).body).toEqual({
      supportEmail: "help@forestay.test",
    });
  });

  it("answers a program that fills in the hidden field, or anything at once, and keeps nothing of it", async () => {
    const before = await app.queryAsAdmin("select 1 from support_contacts");
    for (const trap of [{ website: "https://spam.example" }, { openForMs: 40 }]) {
      const { body: answer } = await app.call(null, supportRoutes.contact, { body: { ...body, ...trap } });
      expect(answer.success).toBe(true);
    }
    expect(await app.queryAsAdmin("select 1 from support_contacts")).toHaveLength(before.length);
  });

  it("takes so many letters a day of one person, and tells whoever wrote more that theirs was not taken", async () => {
    const strict = await createTestApp({ supportEmail: "help@forestay.test" });
    onTestFinished(() => strict.close());
    const write = (email: string) =>
      strict.call(null, supportRoutes.contact, { body: { ...body, email, openForMs: 9000 } });
    for (let letter = 0; letter < 4; letter += 1)
      expect((await write("often@example.test")).status).toBe(200);
    expect((await write("Often@example.test")).status).toBe(429);
    expect((await write("other@example.test")).status).toBe(200);
    expect(await strict.queryAsAdmin("select 1 from support_contacts")).toHaveLength(5);
  });

  it("says at the field what is missing", async () => {
    const { body: answer } = await app.call(null, supportRoutes.contact, {
      body: { email: "x", message: "  " },
    });
    expect(answer).toMatchObject({ fields: { email: expect.any(String), message: "Required" } });
  });
});

it("the tiles say who waits, how fast people answer, what the assistant did alone and what people thought", async () => {
  await app.queryAsAdmin("delete from support_sessions");
  const tiles = async () => (await app.call(world.moderator, supportStaffRoutes.tiles)).body;
  expect(await tiles()).toMatchObject({
    waitingNow: 0,
    medianFirstReplySeconds: null,
    aiOnlyShare: null,
    satisfaction: null,
  });
  const people = await Promise.all(
    [1, 2, 3].map(async () => (await buildUser(app.db, world.person.companyId)).actor),
  );
  const [first, second, third] = await Promise.all(people.map((one) => askForSupport(app, one)));
  app.clock.advance(30_000);
  await app.call(world.admin, supportStaffRoutes.claim, { params: { id: first!.id } });
  await app.call(world.admin, supportRoutes.send, { params: { id: first!.id }, body: { content: "Hello" } });
  app.clock.advance(supportLimits.assistantAfterMs);
  await app.runJob(takeOverJob, { sessionId: second!.id, turn: 1 });
  const asked = (await app.call(people[1]!, supportRoutes.messages, { params: { id: second!.id } })).body;
  const messageId = asked.items.find((one) => one.isFromUser)!.id;
  await app.runJob(createAnswerJob(withoutAssistant), { sessionId: second!.id, messageId });
  for (const [index, wasHelpful] of [true, false].entries()) {
    const params = { id: [first, second][index]!.id };
    await app.call(people[index]!, supportRoutes.close, { params, body: {} });
    await app.call(people[index]!, supportRoutes.rate, { params, body: { wasHelpful } });
  }
  expect(await tiles()).toEqual({
    waitingNow: 1,
    longestWaitSince: third!.createdAt,
    medianFirstReplySeconds: 30,
    aiOnlyShare: 0.5,
    satisfaction: 0.5,
    endedCount: 2,
    ratedCount: 2,
    days: 30,
  });
});

it("after 400 days what has ended is gone with all that hangs on it; an image that was never sent after a day", async () => {
  const DAY_MS = 86_400_000;
  const { id } = await askForSupport(app, world.person);
  const params = { id };
  const image = { fileName: "a.png", data: "iVBORw0KGgo=" };
  await app.call(world.person, supportRoutes.attach, { params, body: image });
  const images = () => app.queryAsAdmin("select 1 from support_attachments where session_id = $1", [id]);
  await app.runJob(supportRetention, {});
  expect(await images()).toHaveLength(1);
  app.clock.advance(DAY_MS + 1);
  await app.runJob(supportRetention, {});
  expect(await images()).toHaveLength(0);
  await app.call(world.person, supportRoutes.close, { params, body: {} });
  const kept = async () =>
    (await app.queryAsAdmin("select 1 from support_messages where session_id = $1", [id])).length;
  app.clock.advance(400 * DAY_MS);
  await app.runJob(supportRetention, {});
  expect(await kept()).toBeGreaterThan(0);
  app.clock.advance(1);
  await app.runJob(supportRetention, {});
  expect(await kept()).toBe(0);
});
