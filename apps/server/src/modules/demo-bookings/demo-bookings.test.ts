import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { demoBookingRoutes, type RouteBodyInput } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { SignedInUser } from "#platform/http/actor.ts";
import { buildPlatformUser, createTestApp, type TestApp } from "#testing/index.ts";
import { demoBookingRetention } from "./retention.ts";
import { slotsOf } from "./slots.ts";

let app: TestApp;
let admin: SignedInUser;
let people = 0;

beforeAll(async () => {
  app = await createTestApp({ supportEmail: "team@forestay.test", rateLimitScale: 1000 });
  admin = (await buildPlatformUser(app.db, "Admin")).actor;
  await open();
});
afterAll(() => app.close());

type Calendar = RouteBodyInput<typeof demoBookingRoutes.changeCalendar>;
async function open(part: Partial<Calendar> = {}) {
  const { supportEmail: _, ...calendar } = (await app.call(admin, demoBookingRoutes.calendar, {})).body;
  return app.call(admin, demoBookingRoutes.changeCalendar, {
    body: { ...calendar, isOpen: true, ...part },
  });
}
const newAddress = () => `demo-${++people}@example.test`;
const slots = async () => (await app.call(null, demoBookingRoutes.slots, {})).body.slots;
const freeSlot = async () => (await slots()).find(({ free }) => free > 0)!.startsAt;
const book = (
  body: Partial<RouteBodyInput<typeof demoBookingRoutes.book>> & { startsAt: string },
  of = app,
) =>
  of.call(null, demoBookingRoutes.book, {
    body: { name: "Elena Brandt", email: newAddress(), timeZone: "Europe/Zurich", ...body },
  });
const mailsTo = (email: string) =>
  app.queryAsAdmin<{ subject: string; plain_text: string; secrets: string[]; raw: Buffer }>(
    "select subject, plain_text, secrets, raw from mails where to_address = $1 order by created_at, unique_key",
    [email],
  );
const errorOf = ({ body }: { body: object }) =>
  body as { code?: string; message?: string; fields?: Record<string, string> };
/** What the attached calendar file says, unfolded. */
function calendarIn(raw: Buffer): string {
  const part = raw.toString("latin1").split("Content-Type: text/calendar")[1] ?? "";
  const [, encoded = ""] = part.split("\r\n\r\n");
  return Buffer.from(encoded, "base64").toString().replaceAll("\r\n ", "");
}
const own = (token: string) => app.call(null, demoBookingRoutes.own, { body: { token } });
const move = (token: string, startsAt: string) =>
  app.call(null, demoBookingRoutes.move, { body: { token, startsAt } });
const cancel = (token: string) => app.call(null, demoBookingRoutes.cancel, { body: { token } });

describe("the calendar", () => {
  const calendar = {
    isOpen: true,
    timeZone: "Europe/Zurich",
    slotMinutes: 30,
    capacity: 1,
    noticeHours: 24,
    daysAhead: 7,
    hours: [{ weekday: 7, from: "01:30", to: "04:00" }],
    daysOff: [] as string[],
    teamEmail: null,
    place: "",
  };
  const times = (part: Partial<typeof calendar>, now: string) =>
    slotsOf({ ...calendar, ...part }, new Date(now)).map(({ startsAt }) => startsAt.toISOString());

  it("offers its hours by its own clocks, over both changes of the clock, from the notice on", () => {
    // 2026-03-29: 02:00 to 03:00 does not exist in Zurich.
    expect(times({}, "2026-03-24T12:00:00Z")).toEqual([
      "2026-03-29T00:30:00.000Z",
      "2026-03-29T01:00:00.000Z",
      "2026-03-29T01:30:00.000Z",
    ]);
    // 2026-10-25: 02:00 to 03:00 comes twice, and is offered once.
    const autumn = times({}, "2026-10-20T12:00:00Z");
    expect(autumn).toHaveLength(5);
    expect(new Set(autumn).size).toBe(5);
    expect(times({ noticeHours: 24 * 6 }, "2026-03-24T12:00:00Z")).toEqual([]);
    expect(times({ daysOff: ["2026-03-29"] }, "2026-03-24T12:00:00Z")).toEqual([]);
    // Until midnight.
    expect(times({ hours: [{ weekday: 7, from: "23:30", to: "23:59" }] }, "2026-06-09T12:00:00Z")).toEqual([
      "2026-06-14T21:30:00.000Z",
    ]);
  });

  it("is closed until somebody opens it, and then offers nothing that cannot be", async () => {
    const production = await createTestApp({ demo: false });
    try {
      const closed = (await production.call(null, demoBookingRoutes.slots, {})).body;
      expect(closed).toEqual({ isOpen: false, minutes: 30, mailLeaves: expect.any(Boolean), slots: [] });
      const refused = await book({ startsAt: production.clock.now().toISOString() }, production);
      expect([refused.status, errorOf(refused).message]).toEqual([
        409,
        "No times are offered at the moment.",
      ]);
    } finally {
      await production.close();
    }
    const wrong = await open({
      timeZone: "Mars/Olympus",
      hours: [
        { weekday: 1, from: "09:00", to: "12:00" },
        { weekday: 1, from: "11:00", to: "13:00" },
      ],
    });
    expect([wrong.status, errorOf(wrong).fields]).toMatchObject([
      400,
      { timeZone: "Choose a time zone", hours: expect.stringContaining("overlap") },
    ]);
    const moderator = (await buildPlatformUser(app.db, "Moderator")).actor;
    const { supportEmail, ...now } = (await app.call(moderator, demoBookingRoutes.calendar, {})).body;
    expect(supportEmail).toBe("team@forestay.test");
    const byModerator = await app.call(moderator, demoBookingRoutes.changeCalendar, { body: now });
    expect(byModerator.status).toBe(403);
    expect(errorOf(await open({ version: 99 })).code).toBe("conflict");
  });
});

describe("booking", () => {
  it("gives one time to one of two who want it at once, with a mail and a calendar file, and tells the team", async () => {
    const startsAt = await freeSlot();
    const emails = [newAddress(), newAddress()];
    const both = await Promise.all(
      emails.map((email) => book({ startsAt, email, topic: "Renewals", companyName: "Northquay" })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = both.find(({ status }) => status === 409);
    expect(errorOf(lost!).message).toBe("This time was just taken by someone else.");
    expect((await slots()).find((slot) => slot.startsAt === startsAt)).toMatchObject({ free: 0 });
    const email = emails[both.findIndex(({ status }) => status === 200)]!;
    expect(await mailsTo(emails.find((one) => one !== email)!)).toEqual([]);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toMatch(/^Your demo: \w+day, \w+ \d+/);
    expect(mail?.plain_text).toContain("(Europe/Zurich)");
    expect(mail?.plain_text).toContain(`/book-demo?token=${mail?.secrets[0]}`);
    // A stranger's words reach the team alone.
    expect(mail?.plain_text).not.toContain("Renewals");
    const file = calendarIn(mail!.raw);
    expect(file).toContain("METHOD:REQUEST");
    expect(file).toContain(`DTSTART:${startsAt.replaceAll(/[-:]|\.000/g, "")}`);
    expect(file).toContain("SEQUENCE:0");
    const toTeam = (await mailsTo("team@forestay.test")).at(-1);
    expect(toTeam?.subject).toContain("Elena Brandt booked a demo");
    expect(toTeam?.plain_text).toContain("Renewals");
    expect(toTeam?.plain_text).toContain(email);
  });

  it("is told in the team's chat too, where it has one, with a stranger's words as no more than words", async () => {
    const told: string[] = [];
    const statuses = [200, 503, 200, 404];
    const chat = createServer((request, response) => {
      void text(request).then((body) => {
        told.push((JSON.parse(body) as { text: string }).text);
        response.writeHead(statuses.shift() ?? 200).end("ok");
      });
    });
    chat.keepAliveTimeout = 0;
    await once(chat.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void chat.close());
    const { port } = chat.address() as AddressInfo;
    const { config } = app.jobContext;
    const before = config.teamWebhookUrl;
    onTestFinished(() => void (config.teamWebhookUrl = before));
    config.teamWebhookUrl = `http://127.0.0.1:${port}/services/T1/B1/secret`;
    const startsAt = await freeSlot();
    const { body } = await book({
      startsAt,
      name: "<!channel> Elena",
      topic: "<https://evil.example|Pay here>",
    });
    await app.drainJobs();
    expect(told[0]).toMatch(/^&lt;!channel&gt; Elena booked a demo: \w+day, .+ \(UTC\), 30 minutes\n/);
    expect(told[0]).toContain("To look at: &lt;https://evil.example|Pay here&gt;");
    expect(told[0]).toContain("/app/admin/waiting-list/demos");
    // What is down is told later; what refuses is not asked again.
    await cancel(body.manageToken!);
    await app.drainJobs();
    await app.drainJobs({ ignoreRunAt: true });
    expect(told.slice(1).map((line) => line.includes("called a demo off"))).toEqual([true, true]);
    await book({ startsAt: await freeSlot() });
    await app.drainJobs();
    await app.drainJobs({ ignoreRunAt: true });
    expect(told).toHaveLength(4);
  });

  it("holds as many at one time as the calendar says, and never more, whoever comes at once", async () => {
    await open({ capacity: 3 });
    const startsAt = (await slots()).find(({ free }) => free === 3)!.startsAt;
    const all = await Promise.all(Array.from({ length: 8 }, () => book({ startsAt })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
    const seats = await app.queryAsAdmin(
      "select seat from demo_bookings where starts_at = $1 order by seat",
      [startsAt],
    );
    expect(seats).toEqual([{ seat: 1 }, { seat: 2 }, { seat: 3 }]);
    // The database itself refuses a seat that is taken, also by a demo that only overlaps.
    await expect(
      app.queryAsAdmin(
        `insert into demo_bookings (starts_at, ends_at, seat, name, email, time_zone, booked_at)
         values ($1::timestamptz + interval '10 minutes', $1::timestamptz + interval '40 minutes', 2, 'X', 'x@example.test', 'UTC', now())`,
        [startsAt],
      ),
    ).rejects.toThrow("exclusion constraint");
    await open({ capacity: 1 });
    expect((await slots()).find((slot) => slot.startsAt === startsAt)?.free).toBe(0);
  });

  it("passes over programs, refuses times that are not offered, and ends for one address after four", async () => {
    const startsAt = await freeSlot();
    const email = newAddress();
    for (const trap of [{ website: "https://spam.example" }, { openForMs: 30 }]) {
      const answer = await book({ startsAt, email, ...trap });
      expect([answer.status, answer.body]).toMatchObject([200, { startsAt, manageToken: null }]);
    }
    expect(await mailsTo(email)).toEqual([]);
    const odd = await book({ startsAt: new Date(Date.parse(startsAt) + 60_000).toISOString() });
    expect(errorOf(odd).message).toBe("This time is not offered any more. Choose another one.");
    expect(errorOf(await book({ startsAt, timeZone: "Nowhere" })).fields).toHaveProperty("timeZone");
    expect((await book({ startsAt, name: "https://spam.example" })).status).toBe(400);
    const other = await createTestApp({ demo: true });
    try {
      const free = (await other.call(null, demoBookingRoutes.slots, {})).body.slots;
      const statuses: number[] = [];
      for (const slot of free.slice(0, 6)) {
        statuses.push((await book({ startsAt: slot.startsAt, email }, other)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
      for (const slot of free.slice(6, 12)) {
        statuses.push((await book({ startsAt: slot.startsAt }, other)).status);
      }
      // Ten an hour from one network address, refused ones included.
      expect(statuses.slice(6)).toEqual([200, 200, 200, 200, 429, 429]);
    } finally {
      await other.close();
    }
  });
});

describe("a booking", () => {
  it("is moved and called off by its link, which no one else can make, and its time is free again", async () => {
    const email = newAddress();
    const startsAt = await freeSlot();
    const token = (await book({ startsAt, email })).body.manageToken!;
    expect((await own(token)).body).toMatchObject({
      startsAt,
      minutes: 30,
      status: "Booked",
      canChange: true,
      mailLeaves: app.jobContext.config.smtpUrl !== null,
    });
    const [id = ""] = token.split(".");
    expect((await own(`${id}.${"A".repeat(43)}`)).status).toBe(404);
    const other = await freeSlot();
    expect((await move(token, other)).body).toMatchObject({ startsAt: other });
    expect((await slots()).find((slot) => slot.startsAt === startsAt)?.free).toBe(1);
    const moved = (await mailsTo(email)).at(-1)!;
    expect(moved.subject).toContain("Your demo was moved");
    expect(calendarIn(moved.raw)).toContain("SEQUENCE:1");
    // To where somebody else is: refused, and it stays.
    const taken = await freeSlot();
    await book({ startsAt: taken });
    expect((await move(token, taken)).status).toBe(409);
    expect([(await cancel(token)).status, (await cancel(token)).body.status]).toEqual([200, "Cancelled"]);
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(3);
    expect(calendarIn(mails.at(-1)!.raw)).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:2[\s\S]*STATUS:CANCELLED/);
    expect(errorOf(await move(token, startsAt)).message).toContain("was called off");
  });

  it("stands in the team's list, who call it off and delete it with its mails; later it goes by itself", async () => {
    const email = newAddress();
    const token = (await book({ startsAt: await freeSlot(), email, customers: "1,000 to 5,000" })).body
      .manageToken!;
    const list = async (span: "upcoming" | "past" | "all") =>
      (await app.call(admin, demoBookingRoutes.list, { query: { span, search: email } })).body.items;
    const [booking] = await list("upcoming");
    expect(booking).toMatchObject({
      email,
      name: "Elena Brandt",
      customers: "1,000 to 5,000",
      status: "Booked",
    });
    const params = { id: booking!.id };
    const remove = () => app.call(admin, demoBookingRoutes.remove, { params });
    expect((await remove()).status).toBe(409);
    const off = await app.call(admin, demoBookingRoutes.cancelByTeam, { params });
    expect(off.body).toMatchObject({ status: "Cancelled", cancelledBy: "team" });
    expect((await mailsTo(email)).at(-1)?.plain_text).toContain("we cannot be there at that time");
    expect(await list("upcoming")).toEqual([]);
    expect((await remove()).status).toBe(200);
    expect([await list("all"), await mailsTo(email), (await own(token)).status]).toEqual([[], [], 404]);
    await book({ startsAt: await freeSlot(), email });
    app.clock.advance(500 * 86_400_000);
    await app.runJob(demoBookingRetention, {});
    expect(await app.queryAsAdmin("select id from demo_bookings where email = $1", [email])).toEqual([]);
  });
});
