import {
  campaignRoutes,
  caseRoutes,
  customerDataRoutes,
  customerRoutes,
  DAY_MS,
  notificationRoutes,
  segmentRoutes,
  tagRoutes,
  workRoutes,
  type CaseInput,
  type NoteInput,
  type TaskInput,
} from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addCustomers, buildWorld } from "#testing/analysis-world.ts";
import { campaignBody } from "#testing/campaign-body.ts";
import { segmentBody } from "#testing/segment-body.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { remindJob } from "./remind.ts";

const start = new Date("2026-06-15T09:00:00Z");

let app: TestApp;
let companyId: string;
let owner: CompanyUser;
let staff: CompanyUser;
let id: string;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(start);
  ({ companyId, owner } = await buildWorld(app));
  await app.queryAsAdmin("update companies set time_zone = 'America/New_York' where id = $1", [companyId]);
  staff = (await buildUser(app.db, companyId, "Staff")).actor;
  await addCustomers(app, companyId, [
    { externalId: "C-1", fullName: "Harbor Line", monthlyRevenueCents: 10_000, subscriptionStatus: 1 },
    { externalId: "C-2", fullName: "Nordvik", subscriptionStatus: 1 },
  ]);
  id = (
    await ofCompany<{ id: string }>("select id from customers where company_id = $1 order by external_id")
  )[0]!.id;
});

const ofCompany = <T extends object>(sql: string) => app.queryAsAdmin<T>(sql, [companyId]);
const params = () => ({ id });
const news = async (user: CompanyUser) => {
  await app.drainJobs();
  const { body } = await app.call(user, notificationRoutes.list, { query: {} });
  return body.notifications.map(({ title, message }) => `${title} | ${message}`);
};
const note = (user: CompanyUser, body: NoteInput) =>
  app.call(user, workRoutes.addNote, { params: params(), body });
const task = (user: CompanyUser, body: TaskInput) =>
  app.call(user, workRoutes.addTask, { params: params(), body });
const open = (user: CompanyUser, body: CaseInput = { reason: "price" }) =>
  app.call(user, caseRoutes.open, { params: params(), body });
const keeping = async () =>
  (await app.call(owner, workRoutes.keepings, { query: { customerIds: id } })).body.items[0]!;
const timeline = async () =>
  (await app.call(owner, customerRoutes.events, { params: params() })).body.items.map(({ title }) => title);

describe("a note", () => {
  it("tells whom it mentions once, and whoever is mentioned later by a change", async () => {
    const other = (await buildUser(app.db, companyId, "Viewer")).actor;
    const first = await note(owner, { body: "Call  them\n@Test Person", mentionedUserIds: [staff.userId] });
    expect(first.body).toMatchObject({ mentioned: [{ userId: staff.userId }], editedAt: null });
    const told = "Test Person mentioned you | Harbor Line: Call them @Test Person";
    expect(await news(staff)).toEqual([told]);
    await app.call(owner, workRoutes.changeNote, {
      params: { id: first.body.id },
      body: {
        body: "Call them today",
        mentionedUserIds: [staff.userId, other.userId, owner.userId],
        version: first.body.version,
      },
    });
    expect(await news(staff)).toEqual([told]);
    expect(await news(other)).toEqual(["Test Person mentioned you | Harbor Line: Call them today"]);
    expect(await news(owner)).toEqual([]);
    expect(await timeline()).toEqual(["Note: “Call them today”"]);
  });

  it("is changed by its author only, and deleted by an Owner too, with its line on the timeline", async () => {
    const { body } = await note(staff, { body: "Mine" });
    const change = { params: { id: body.id }, body: { body: "Yours", version: 1 } };
    expect((await app.call(owner, workRoutes.changeNote, change)).status).toBe(403);
    const colleague = (await buildUser(app.db, companyId, "Staff")).actor;
    expect((await app.call(colleague, workRoutes.deleteNote, { params: { id: body.id } })).status).toBe(403);
    expect((await app.call(owner, workRoutes.deleteNote, { params: { id: body.id } })).status).toBe(200);
    expect((await app.call(owner, workRoutes.listNotes, { params: params() })).body.items).toEqual([]);
    expect(await timeline()).toEqual([]);
  });

  it("that was changed meanwhile is neither written over nor deleted unseen", async () => {
    const { body: first } = await note(staff, { body: "Mine" });
    const at = { params: { id: first.id } };
    const change = (body: string, version: number) =>
      app.call(staff, workRoutes.changeNote, { ...at, body: { body, version } });
    const second = await change("Mine, in another window", first.version);
    expect(second.body).toMatchObject({ version: 2 });
    const late = await change("Mine, later", first.version);
    expect([late.status, late.body]).toMatchObject([
      409,
      { message: expect.stringMatching(/^This note was changed meanwhile/) },
    ]);
    const deleted = (query: { version?: number }) => app.call(staff, workRoutes.deleteNote, { ...at, query });
    expect((await deleted({ version: 1 })).body).toMatchObject({
      message: "This note was changed meanwhile. What it says now is kept; look at it before you delete it.",
    });
    expect((await change("Mine, seen", second.body.version)).status).toBe(200);
    expect((await deleted({})).status).toBe(200);
  });

  it("that names an erased customer is not saved over with that name by a box that was open before", async () => {
    const [, other] = await ofCompany<{ id: string }>(
      "select id from customers where company_id = $1 order by external_id",
    );
    const { body } = await note(owner, { body: "As with Nordvik Shipping" });
    await app.queryAsAdmin("update customers set full_name = 'Nordvik Shipping' where id = $1", [other!.id]);
    await app.call(owner, customerDataRoutes.erase, {
      params: { id: other!.id },
      body: { typedName: "Nordvik Shipping" },
    });
    const late = await app.call(owner, workRoutes.changeNote, {
      params: { id: body.id },
      body: { body: "As with Nordvik Shipping, still", version: body.version },
    });
    expect(late.status).toBe(409);
    const kept = (await app.call(owner, workRoutes.listNotes, { params: params() })).body.items;
    expect(kept).toMatchObject([{ body: "As with […]", version: 2 }]);
  });

  it("refuses people of other companies, and customers of them", async () => {
    const stranger = await buildWorld(app);
    const refused = await note(owner, { body: "Hello", mentionedUserIds: [stranger.owner.userId] });
    expect(refused.body).toMatchObject({
      fields: { mentionedUserIds: "This person is not in your company any more" },
    });
    expect((await note(stranger.owner, { body: "Hello" })).status).toBe(404);
  });
});

describe("a task", () => {
  it("is its person's, told to them, and late by the company's days", async () => {
    await task(owner, { title: "Send the seat report", assigneeUserId: staff.userId, dueOn: "2026-06-15" });
    await task(owner, { title: "Some day" });
    expect(await news(staff)).toEqual([
      "Test Person gave you a task | Harbor Line: Send the seat report, due Jun 15, 2026.",
    ]);
    const mine = async () =>
      (await app.call(staff, workRoutes.listTasks, { query: { scope: "mine" } })).body.items;
    expect(await mine()).toMatchObject([
      { title: "Send the seat report", isDueToday: true, isOverdue: false },
    ]);
    const found = await app.call(staff, workRoutes.listTasks, { query: { search: "SEAT rep" } });
    expect(found.body).toMatchObject({ totalCount: 1, items: [{ title: "Send the seat report" }] });
    const team = (await app.call(staff, workRoutes.listTasks)).body.items;
    expect(team.map(({ title }) => title)).toEqual(["Send the seat report", "Some day"]);
    // In New York it is still the 15th.
    app.clock.set(new Date("2026-06-16T03:59:00Z"));
    expect(await mine()).toMatchObject([{ isDueToday: true }]);
    app.clock.set(new Date("2026-06-16T04:00:00Z"));
    expect(await mine()).toMatchObject([{ isDueToday: false, isOverdue: true }]);
    expect((await app.call(staff, workRoutes.summary)).body).toEqual({
      overdue: 1,
      dueToday: 0,
      openTasks: 1,
      openCases: 0,
    });
  });

  it("is remembered once, at nine of the chosen morning, unless it is done", async () => {
    const due = { dueOn: "2026-06-20", assigneeUserId: owner.userId };
    await task(owner, { title: "Before", ...due, remindDaysBefore: 3 });
    await task(owner, { title: "On the day", ...due, remindDaysBefore: 0 });
    const done = await task(owner, { title: "Done by then", ...due, remindDaysBefore: 3 });
    await app.call(owner, workRoutes.changeTask, {
      params: { id: done.body.id },
      body: { title: "Done by then", isDone: true, version: done.body.version },
    });
    // Who saw it before that does not open it again unseen.
    const late = await app.call(owner, workRoutes.changeTask, {
      params: { id: done.body.id },
      body: { title: "Mine", isDone: false, version: done.body.version },
    });
    expect([late.status, late.body]).toEqual([
      409,
      expect.objectContaining({ message: expect.stringMatching(/^This task was changed meanwhile/) }),
    ]);
    const remind = async (at: string) => {
      app.clock.set(new Date(at));
      await app.runForCompanies(remindJob);
      return news(owner);
    };
    expect(await remind("2026-06-17T12:59:00Z")).toEqual([]);
    const before = "Due Jun 20, 2026: Before | A task for Harbor Line.";
    expect(await remind("2026-06-17T13:00:00Z")).toEqual([before]);
    expect(await remind("2026-06-17T13:01:00Z")).toEqual([before]);
    expect(await remind("2026-06-20T13:00:00Z")).toEqual([
      "Due Jun 20, 2026: On the day | A task for Harbor Line.",
      before,
    ]);
    expect(await timeline()).toEqual(["Done: Done by then"]);
  });

  it("that was changed meanwhile is not deleted unseen", async () => {
    const { body } = await task(owner, { title: "Call" });
    await app.call(staff, workRoutes.changeTask, {
      params: { id: body.id },
      body: { title: "Call today", isDone: false, version: 1 },
    });
    const deleted = (version: number) =>
      app.call(owner, workRoutes.deleteTask, { params: { id: body.id }, query: { version } });
    expect((await deleted(1)).body).toMatchObject({
      message: "This task was changed meanwhile. What it says now is kept; look at it before you delete it.",
    });
    expect((await deleted(2)).status).toBe(200);
  });

  it("without a day has no reminder to give", async () => {
    expect((await task(owner, { title: "Never", remindDaysBefore: 1 })).body).toMatchObject({
      fields: { dueOn: "A reminder needs a due day" },
    });
  });
});

describe("a risk case", () => {
  it("goes from risk to loss: days per stage, the customer has left, and the insights say why", async () => {
    const { body: opened } = await open(owner, { reason: "price", ownerUserId: staff.userId });
    expect(opened).toMatchObject({ stage: 0, value: 1200, currency: "USD", version: 1 });
    expect(await news(staff)).toEqual(["Test Person gave you a risk case | Harbor Line: Price."]);
    expect((await open(staff)).body).toMatchObject({
      message: "Harbor Line has an open case already: work on that one.",
    });
    app.clock.advance(4 * DAY_MS);
    const move = { stage: 1 as const, reason: "use" as const, plan: "Train them", ownerUserId: null };
    const moved = await app.call(staff, caseRoutes.change, {
      params: { id: opened.id },
      body: { ...move, version: 1 },
    });
    expect(moved.body).toMatchObject({
      stages: [
        { stage: 0, days: 4 },
        { stage: 1, days: 0 },
      ],
    });
    // Somebody who still looks at the first version is shown the second.
    const late = await app.call(owner, caseRoutes.change, {
      params: { id: opened.id },
      body: { ...move, version: 1 },
    });
    expect([late.status, late.body]).toMatchObject([
      409,
      {
        message:
          "Test Person changed this case meanwhile. Their version is kept; look at it before you save yours.",
      },
    ]);
    app.clock.advance(2 * DAY_MS);
    const unsaid = { outcome: "lost" as const, reason: "use" as const, version: 2 };
    expect(
      (await app.call(owner, caseRoutes.close, { params: { id: opened.id }, body: unsaid })).body,
    ).toMatchObject({ fields: { leftOn: "Say on which day the customer left, or will" } });
    const closed = await app.call(owner, caseRoutes.close, {
      params: { id: opened.id },
      body: { ...unsaid, leftOn: "2026-06-20" },
    });
    expect(closed.body).toMatchObject({
      stage: 4,
      leftOn: "2026-06-20",
      stages: [{ days: 4 }, { days: 2 }, {}],
    });
    const left = (await app.call(owner, customerRoutes.get, { params: params() })).body;
    expect(left).toMatchObject({ churned: true, hasLeft: true, leftAt: "2026-06-20T00:00:00.000Z" });
    expect((await app.call(owner, caseRoutes.outcomes)).body).toMatchObject({
      open: 0,
      recovered: 0,
      lost: 1,
      recoveredShare: { share: 0, low: 0 },
      lostValue: 1200,
      medianDays: 6,
      stageDays: [{ days: 4 }, { days: 2 }, { days: null }],
      reasons: [{ reason: "use", lost: 1, lostValue: 1200 }],
    });
    expect(await timeline()).toEqual([
      "Risk case closed: Lost, Low use",
      "Risk case: Plan",
      "Risk case opened: Price",
    ]);
  });

  it("opened again takes back the leaving that it wrote, and no other", async () => {
    const lost = { outcome: "lost" as const, reason: "price" as const, leftOn: "2026-06-10", version: 1 };
    const { body } = await open(owner);
    await app.call(owner, caseRoutes.close, { params: { id: body.id }, body: lost });
    const again = await app.call(owner, caseRoutes.reopen, { params: { id: body.id } });
    expect(again.body).toMatchObject({ stage: 2, closedAt: null, leftOn: null });
    const hasLeft = async () =>
      (await app.call(owner, customerRoutes.get, { params: params() })).body.hasLeft;
    expect(await hasLeft()).toBe(false);
    await app.queryAsAdmin(
      "update customers set churned = true, churned_at = '2026-06-01' where company_id = $1",
      [companyId],
    );
    const closing = { ...lost, version: again.body.version };
    await app.call(owner, caseRoutes.close, { params: { id: body.id }, body: closing });
    await app.call(owner, caseRoutes.reopen, { params: { id: body.id } });
    expect(await hasLeft()).toBe(true);
  });

  it("of notice given is an end to come", async () => {
    const { body } = await open(owner);
    const notice = { outcome: "lost" as const, reason: "closing" as const, leftOn: "2026-09-30", version: 1 };
    await app.call(owner, caseRoutes.close, { params: { id: body.id }, body: notice });
    expect((await app.call(owner, customerRoutes.get, { params: params() })).body).toMatchObject({
      hasLeft: false,
      endedAt: "2026-09-30T00:00:00.000Z",
    });
  });
});

describe("owners and tags", () => {
  it("are kept beside the customer and asked for by rules; a tag that one asks for stays", async () => {
    const set = (userId: string | null) =>
      app.call(owner, workRoutes.setOwner, { params: params(), body: { userId } });
    expect((await set(staff.userId)).body.owner).toEqual({ userId: staff.userId, name: "Test Person" });
    const tag = (await app.call(owner, tagRoutes.add, { params: params(), body: { name: "Logistics" } }))
      .body;
    // The same in other letters is the same.
    expect(
      (await app.call(owner, tagRoutes.add, { params: params(), body: { name: "LOGISTICS" } })).body,
    ).toEqual(tag);
    await open(owner);
    const rule = [
      { field: "owner", operator: "In" as const, value: [staff.userId] },
      { field: "tags", operator: "In" as const, value: [tag.id] },
      { field: "openCase", operator: "Equals" as const, value: true },
    ];
    const { body: segment } = await app.call(owner, segmentRoutes.create, {
      body: { ...segmentBody, criteria: rule },
    });
    await app.drainJobs();
    expect(await keeping()).toMatchObject({
      owner: { userId: staff.userId },
      tags: [tag],
      segments: [{ id: segment.id }],
      openCase: { stage: 0 },
    });
    const remove = () => app.call(owner, tagRoutes.delete, { params: { id: tag.id } });
    expect((await remove()).body).toMatchObject({
      message: `'Logistics' cannot be deleted: '${segmentBody.name}' uses it.`,
    });
    const audience = [{ field: "tags", operator: "In" as const, value: [tag.id] }];
    await app.call(owner, campaignRoutes.create, { body: campaignBody({ audience }) });
    expect((await remove()).body).toMatchObject({
      message: `'Logistics' cannot be deleted: '${segmentBody.name}', the campaign 'Check-in' use it.`,
    });
    await set(null);
    expect(await keeping()).toMatchObject({ owner: null });
    expect((await app.call(owner, tagRoutes.list)).body.items).toEqual([{ ...tag, customerCount: 1 }]);
  });

  it("are not changed by who has not seen what they became meanwhile", async () => {
    const set = (body: { userId: string | null; before?: string | null }) =>
      app.call(owner, workRoutes.setOwner, { params: params(), body });
    expect((await set({ userId: staff.userId, before: null })).status).toBe(200);
    const late = await set({ userId: owner.userId, before: null });
    expect([late.status, late.body]).toMatchObject([
      409,
      { message: "Harbor Line was given to Test Person meanwhile. Look at it before you change it." },
    ]);
    // Who chose the same person agrees.
    expect((await set({ userId: staff.userId, before: null })).status).toBe(200);
    expect((await set({ userId: null, before: staff.userId })).body.owner).toBeNull();

    const tag = (await app.call(owner, tagRoutes.add, { params: params(), body: { name: "Freight" } })).body;
    const rename = (body: { name: string; from?: string }) =>
      app.call(owner, tagRoutes.rename, { params: { id: tag.id }, body });
    expect((await rename({ name: "Cargo", from: "Freight" })).body).toEqual({ ...tag, name: "Cargo" });
    const second = await rename({ name: "Shipping", from: "Freight" });
    expect([second.status, second.body]).toMatchObject([
      409,
      { message: "This tag is called 'Cargo' meanwhile. Look at it before you rename it." },
    ]);
    expect((await rename({ name: "Shipping" })).status).toBe(200);
  });

  it("of a person who is removed are nobody's", async () => {
    await app.call(owner, workRoutes.setOwner, { params: params(), body: { userId: staff.userId } });
    await task(owner, { title: "Theirs", assigneeUserId: staff.userId });
    await app.queryAsAdmin("delete from users where id = $1", [staff.userId]);
    expect((await keeping()).owner).toBeNull();
    expect((await app.call(owner, workRoutes.listTasks)).body.items).toMatchObject([{ assignee: null }]);
  });
});
