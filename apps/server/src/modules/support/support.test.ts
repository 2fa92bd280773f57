import { randomUUID } from "node:crypto";
import {
  adminUserRoutes,
  supportLimits,
  supportRoutes,
  supportStaffRoutes,
  supportTexts,
  teamRoutes,
} from "@forestay/contracts";
import { DELETED_PERSON } from "@forestay/contracts/words";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SignedInUser } from "#platform/http/actor.ts";
import { createTestApp, buildUser, type TestApp } from "#testing/index.ts";
import { createAnswerJob } from "./answer-job.ts";
import { withoutAssistant, type SupportAnswerer } from "./answerer.ts";
import { askForSupport, buildSupportWorld, importPage, type SupportWorld } from "./fixtures/support-world.ts";
import { idleJob } from "./idle.ts";
import { takeOverJob } from "./queue.ts";
import { watchStaffJob } from "./staff/presence.ts";

const MINUTE_MS = 60_000;
const { assistantAfterMs, idleWarningMs, idleWithAssistantMs, idleWithPersonMs, staffLostAfterMs } =
  supportLimits;

let app: TestApp;
let world: SupportWorld;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000, supportEmail: "help@forestay.test" });
});
afterAll(() => app.close());
beforeEach(async () => {
  world = await buildSupportWorld(app);
});

const say = (who: SignedInUser, id: string, content: string, messageId?: string) =>
  app.call(who, supportRoutes.send, {
    params: { id },
    body: { content, ...(messageId === undefined ? {} : { id: messageId }) },
  });
const claim = (who: SignedInUser, id: string) => app.call(who, supportStaffRoutes.claim, { params: { id } });
const read = async (who: SignedInUser, id: string) =>
  (await app.call(who, supportRoutes.messages, { params: { id } })).body;
const lines = async (who: SignedInUser, id: string) => (await read(who, id)).items.map((one) => one.content);

/** Runs what is planned for a session, as of its present turn. */
async function run(job: typeof takeOverJob | typeof idleJob, sessionId: string): Promise<void> {
  const [row] = await app.queryAsAdmin<{ turn: number }>("select turn from support_sessions where id = $1", [
    sessionId,
  ]);
  await app.runJob(job, { sessionId, turn: row!.turn });
}
async function answerWith(answerer: SupportAnswerer, sessionId: string): Promise<void> {
  const waiting = await app.queryAsAdmin<{ data: { messageId: string } }>(
    "delete from pgboss.job where name = 'support.answer' and data->>'sessionId' = $1 and state = 'created' returning data",
    [sessionId],
  );
  for (const { data } of waiting) {
    await app.runJob(createAnswerJob(answerer), { sessionId, messageId: data.messageId });
  }
}

describe("a support session", () => {
  it("begins Pending with its page, its words and who asks, and there is one at a time", async () => {
    const session = await askForSupport(app, world.person);
    expect(session).toMatchObject({
      status: "Pending",
      escalationLevel: 0,
      userEmail: world.person.email,
      customerEmail: world.person.email,
      topic: "Import stuck",
      originalContext: importPage,
      aiSessionActive: false,
      hasTimedOut: false,
      assignedAdminId: null,
    });
    expect(Date.parse(session.assistantAt!) - Date.parse(session.createdAt)).toBe(assistantAfterMs);
    const second = await app.call(world.person, supportRoutes.start, {
      body: { initialMessage: "Again", originalContext: importPage },
    });
    expect([second.status, second.body]).toMatchObject([409, { message: supportTexts.alreadyActive }]);
    const active = (await app.call(world.person, supportRoutes.active)).body;
    expect(active).toMatchObject({ session: { id: session.id }, supportEmail: "help@forestay.test" });
    expect(await lines(world.person, session.id)).toEqual([
      "Session started from Import",
      session.initialMessage,
    ]);
  });

  it("is its person's and staff's alone: everybody else hears that there is none", async () => {
    const { id } = await askForSupport(app, world.person);
    const colleague = (await buildUser(app.db, world.person.companyId, "Owner")).actor;
    const params = { id };
    for (const answer of [
      await app.call(colleague, supportRoutes.get, { params }),
      await app.call(colleague, supportRoutes.messages, { params }),
      await say(colleague, id, "Let me in"),
      await app.call(colleague, supportRoutes.close, { params, body: {} }),
      await app.call(colleague, supportRoutes.read, { params, body: { sequence: 1 } }),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await app.call(colleague, supportRoutes.list)).body.items).toEqual([]);
    // A Moderator reads, and neither claims nor answers.
    expect((await app.call(world.moderator, supportRoutes.messages, { params })).status).toBe(200);
    expect((await claim(world.moderator, id)).status).toBe(403);
    expect((await say(world.moderator, id, "Hello")).status).toBe(403);
  });

  it("goes to the assistant after 5 minutes, which says what it can do, and asks for a person", async () => {
    const { id } = await askForSupport(app, world.person);
    app.clock.advance(assistantAfterMs);
    await run(takeOverJob, id);
    const taken = (await read(world.person, id)).session;
    expect(taken).toMatchObject({
      status: "AiActive",
      escalationLevel: 1,
      aiSessionActive: true,
      assistantAt: null,
    });
    await answerWith(withoutAssistant, id);
    const answered = await read(world.person, id);
    expect(answered.session).toMatchObject({ escalationLevel: 2, aiInteractionCount: 1 });
    expect(answered.items.find((one) => one.isFromAi)?.content).toContain("I cannot look anything up");
    // By the real queue, with whoever answers in this build: once a message.
    await say(world.person, id, "Hello?");
    await app.drainJobs();
    expect((await read(world.person, id)).session.aiInteractionCount).toBe(2);
    // The same job again, by a worker that was given up for dead: nothing is said twice.
    const before = (await read(world.person, id)).items.length;
    await app.runJob(takeOverJob, { sessionId: id, turn: 1 });
    expect((await read(world.person, id)).items).toHaveLength(before);
  });

  it("hands the assistant what was said and where, with the person's own rights; what fails is said so", async () => {
    const { id } = await askForSupport(app, world.person, "What does Validating mean?");
    app.clock.advance(assistantAfterMs);
    await run(takeOverJob, id);
    const asked: unknown[] = [];
    await answerWith(async (_context, question) => {
      asked.push(question);
      return { content: "It reads the file.", metadata: { sources: [{ title: "Imports" }] } };
    }, id);
    expect(asked).toMatchObject([
      {
        question: "What does Validating mean?",
        user: { userId: world.person.userId, companyId: world.person.companyId, companyRole: "Staff" },
        page: importPage,
        answersSoFar: 0,
      },
    ]);
    await say(world.person, id, "And how long?");
    await answerWith(() => Promise.reject(new Error("out of order")), id);
    expect(await lines(world.person, id)).toContain(supportTexts.apology);
    expect(
      (await read(world.person, id)).items.find((one) => one.content === "It reads the file."),
    ).toMatchObject({ isFromAi: true, metadata: { sources: [{ title: "Imports" }] } });
  });

  it("an answer that comes after a person has taken over is not said", async () => {
    const { id } = await askForSupport(app, world.person);
    app.clock.advance(assistantAfterMs);
    await run(takeOverJob, id);
    await answerWith(async () => {
      await claim(world.admin, id);
      return { content: "Too late" };
    }, id);
    expect(await lines(world.person, id)).not.toContain("Too late");
  });

  it("is claimed by one of two who try at the same moment; the other hears by whom", async () => {
    const { id } = await askForSupport(app, world.person);
    const answers = await Promise.all([claim(world.admin, id), claim(world.otherAdmin, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = answers.findIndex(({ status }) => status === 200);
    const winner = [world.admin, world.otherAdmin][won]!;
    const { session, items } = await read(world.person, id);
    expect(session).toMatchObject({ status: "AdminActive", assignedAdminId: winner.userId });
    expect(items.filter((one) => one.content.endsWith(" joined"))).toHaveLength(1);
    expect(answers[1 - won]!.body).toMatchObject({
      message: `${session.assignedAdminName} has taken this session.`,
    });
    // What was planned for the wait finds another turn.
    await app.runJob(takeOverJob, { sessionId: id, turn: 1 });
    expect((await read(world.person, id)).session.status).toBe("AdminActive");
  });

  it("is answered by whoever claimed it and nobody else, read marks on both sides", async () => {
    const { id } = await askForSupport(app, world.person);
    expect((await say(world.admin, id, "Hello")).body).toMatchObject({
      message: "Claim the session to reply.",
    });
    await claim(world.admin, id);
    expect((await say(world.otherAdmin, id, "Hello")).status).toBe(409);
    await say(world.admin, id, "Hello Hannah.");
    const { items, session } = await read(world.person, id);
    expect(items.at(-1)).toMatchObject({
      content: "Hello Hannah.",
      isFromAdmin: true,
      senderName: "Dana Whitfield",
      isRead: false,
    });
    await app.call(world.person, supportRoutes.read, {
      params: { id },
      body: { sequence: session.lastSequence },
    });
    expect((await read(world.admin, id)).items.at(-1)).toMatchObject({ isRead: true });
    await say(world.person, id, "Thank you");
    const queue = async () =>
      (await app.call(world.admin, supportStaffRoutes.sessions)).body.items.find((one) => one.id === id);
    expect(await queue()).toMatchObject({
      unreadCount: 1,
      lastMessage: "Thank you",
      companyName: "Orchard & Co",
    });
    await app.call(world.admin, supportRoutes.read, { params: { id }, body: { sequence: 99 } });
    expect(await queue()).toMatchObject({ unreadCount: 0 });
  });

  it("sends a message once, however often it is tried, and keeps places without gaps", async () => {
    const { id } = await askForSupport(app, world.person);
    const messageId = randomUUID();
    const tries = await Promise.all([1, 2, 3].map(() => say(world.person, id, "Once", messageId)));
    expect(new Set(tries.map(({ body }) => body.sequence)).size).toBe(1);
    await Promise.all(Array.from({ length: 8 }, (_, n) => say(world.person, id, `At once ${n}`)));
    const { items } = await read(world.person, id);
    expect(items.map((one) => one.sequence)).toEqual(items.map((_, index) => index + 1));
    expect(items.filter((one) => one.content === "Once")).toHaveLength(1);
    expect((await say(world.person, id, "Other words", messageId)).status).toBe(409);
  });

  it("ends by its person; afterwards nothing is written, it can be judged, and another may begin", async () => {
    const { id } = await askForSupport(app, world.person);
    const params = { id };
    const rate = () => app.call(world.person, supportRoutes.rate, { params, body: { wasHelpful: true } });
    expect((await rate()).status).toBe(409);
    const close = () =>
      app.call(world.person, supportRoutes.close, { params, body: { reason: "User closed session" } });
    expect((await close()).body).toMatchObject({ status: "Closed", closeReason: "User closed session" });
    expect((await close()).status).toBe(200);
    expect((await say(world.person, id, "One more thing")).body).toMatchObject({
      message: "This session has ended.",
    });
    expect((await claim(world.admin, id)).status).toBe(409);
    expect((await rate()).body.wasHelpful).toBe(true);
    expect((await app.call(world.person, supportRoutes.active)).body.session).toBeNull();
    const again = await askForSupport(app, world.person);
    const past = (await app.call(world.admin, supportStaffRoutes.session, { params: { id: again.id } })).body;
    expect(past.pastSessions).toMatchObject([{ id, wasHelpful: true, closeReason: "User closed session" }]);
  });

  it("times out 30 minutes after the last word to the assistant, warned two minutes before", async () => {
    const { id } = await askForSupport(app, world.person);
    app.clock.advance(assistantAfterMs);
    await run(takeOverJob, id);
    app.clock.advance(10 * MINUTE_MS);
    await say(world.person, id, "Still here");
    app.clock.advance(idleWithAssistantMs - idleWarningMs - MINUTE_MS);
    await run(idleJob, id);
    expect((await lines(world.person, id)).at(-1)).toBe("Still here");
    app.clock.advance(MINUTE_MS);
    await run(idleJob, id);
    expect((await lines(world.person, id)).at(-1)).toContain("ends in 2 minutes");
    app.clock.advance(idleWarningMs - 1000);
    await run(idleJob, id);
    expect((await read(world.person, id)).session.status).toBe("AiActive");
    app.clock.advance(1000);
    await run(idleJob, id);
    expect((await read(world.person, id)).session).toMatchObject({ status: "TimedOut", hasTimedOut: true });
  });

  it("with a person it times out after 24 hours, and a word after the warning keeps it", async () => {
    const { id } = await askForSupport(app, world.person);
    await claim(world.admin, id);
    app.clock.advance(idleWithPersonMs - idleWarningMs);
    await run(idleJob, id);
    await say(world.person, id, "I was asleep");
    app.clock.advance(idleWarningMs);
    await run(idleJob, id);
    expect((await read(world.person, id)).session.status).toBe("AdminActive");
  });

  it("waits again when whoever claimed it gives no sign of life for two minutes, and says so", async () => {
    const { id } = await askForSupport(app, world.person);
    await claim(world.admin, id);
    const watch = () => app.runJob(watchStaffJob, { userId: world.admin.userId });
    app.clock.advance(staffLostAfterMs - 1000);
    await app.call(world.admin, supportStaffRoutes.presence, { body: { isOnline: true } });
    app.clock.advance(2000);
    await watch();
    expect((await read(world.person, id)).session.status).toBe("AdminActive");
    // A message is one too.
    app.clock.advance(staffLostAfterMs - 3000);
    expect((await say(world.admin, id, "Still with you")).status).toBeLessThan(300);
    app.clock.advance(4000);
    await watch();
    expect((await read(world.person, id)).session.status).toBe("AdminActive");
    app.clock.advance(staffLostAfterMs);
    await watch();
    const { session, items } = await read(world.person, id);
    expect(session).toMatchObject({ status: "Pending", assignedAdminId: null });
    expect(items.at(-1)?.content).toBe(
      "Dana Whitfield is no longer connected. You are waiting for support again.",
    );
    expect(Date.parse(session.assistantAt!)).toBe(app.clock.now().getTime() + assistantAfterMs);
    expect((await app.call(world.person, supportRoutes.active)).body.isStaffOnline).toBe(false);
  });

  it("carries the conversation before it, notes that its person never sees, and what staff may know", async () => {
    const { body: session } = await app.call(world.person, supportRoutes.start, {
      body: {
        initialMessage: "I want a person",
        originalContext: importPage,
        transcript: [
          { sender: "user", content: "Why is it stuck?" },
          { sender: "bot", content: "I do not know." },
        ],
      },
    });
    const params = { id: session.id };
    await app.call(world.admin, supportStaffRoutes.addNote, { params, body: { body: "Known problem" } });
    const seen = (await app.call(world.moderator, supportStaffRoutes.session, { params })).body;
    expect(seen).toMatchObject({
      session: { companyRole: "Staff", companyName: "Orchard & Co", topic: "Import" },
      transcript: [{ content: "Why is it stuck?" }, { content: "I do not know." }],
      notes: [{ body: "Known problem", authorName: "Dana Whitfield" }],
      isOwnCompany: false,
    });
    expect(JSON.stringify(await read(world.person, session.id))).not.toContain("Known problem");
  });

  it("forgets whoever is deleted: their own sessions, and their name where they answered others", async () => {
    const { id } = await askForSupport(app, world.person);
    await claim(world.admin, id);
    await say(world.admin, id, "Hello Hannah.");
    const remove = (userId: string) =>
      app.call(world.otherAdmin, adminUserRoutes.delete, { params: { id: userId } });
    expect((await remove(world.admin.userId)).status).toBe(200);
    const { items } = await read(world.person, id);
    expect(items.at(-1)).toMatchObject({ content: "Hello Hannah.", senderName: DELETED_PERSON });
    // Nobody has it now: it waits again.
    await app.runJob(watchStaffJob, { userId: world.admin.userId });
    expect((await read(world.person, id)).session).toMatchObject({
      status: "Pending",
      assignedAdminName: null,
    });
    await app.call(null, supportRoutes.contact, { body: { email: world.person.email, message: "Hello" } });
    const boss = (await buildUser(app.db, world.person.companyId, "Owner")).actor;
    expect(
      (await app.call(boss, teamRoutes.removeMember, { params: { id: world.person.userId } })).status,
    ).toBe(200);
    for (const table of ["support_sessions", "support_contacts"]) {
      const column = table === "support_contacts" ? "email" : "user_email";
      const kept = await app.queryAsAdmin(`select 1 from ${table} where ${column} = $1`, [
        world.person.email,
      ]);
      expect([table, kept]).toEqual([table, []]);
    }
  });
});
