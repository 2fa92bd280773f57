import {
  billingRoutes,
  caseRoutes,
  segmentRoutes,
  timelineRoutes,
  workRoutes,
  type TimelineLine,
  type TimelinePart,
} from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writePastCampaign } from "#modules/campaigns/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { campaignBody } from "#testing/campaign-body.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import {
  attempt,
  event,
  invoice,
  NOW,
  openLedgerCompany,
  type LedgerCompany,
} from "#testing/ledger-company.ts";
import { segmentBody } from "#testing/segment-body.ts";

let app: TestApp;
let ledger: LedgerCompany;
let owner: CompanyUser;
let id: string;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  app.clock.set(NOW);
  ledger = await openLedgerCompany(app);
  await app.queryAsAdmin("update companies set time_zone = 'America/New_York' where id = $1", [
    ledger.companyId,
  ]);
  owner = (await buildUser(app.db, ledger.companyId, "Owner")).actor;
  await ledger.customers([
    { externalId: "C-1", fullName: "Harbor Line", email: "harbor@example.test", monthlyRevenueCents: 10_000 },
    { externalId: "C-2", fullName: "Nordvik" },
  ]);
  id = await idOf("C-1");
  await live();
});
afterAll(() => app.close());

async function idOf(externalId: string): Promise<string> {
  const [row] = await ledger.query<{ id: string }>(
    `select id from customers where company_id = $1 and external_id = '${externalId}'`,
  );
  return row!.id;
}

/** Something of every room, and what none may tell: a draft, another's bill, a message that waits, who was there before a start. */
async function live(): Promise<void> {
  const { companyId } = ledger;
  await ledger.write("invoices", [
    invoice({ status: 2, paidAt: "2026-05-09T12:00:00Z", paidMinor: 5000, refundedMinor: 1000 }),
    invoice({ sourceId: "I-0", status: 0, issuedAt: "2026-05-30T00:00:00Z" }),
    invoice({ sourceId: "I-9", customer: { externalId: "C-2" } }),
  ]);
  await ledger.write("payment_attempts", [
    attempt(),
    attempt({ sourceId: "A-2", attemptedAt: "2026-05-09T12:00:00Z", succeeded: true, declineCode: null }),
  ]);
  await ledger.write("events", [
    event({ occurredAt: "2026-05-20T10:00:00Z" }),
    event({ occurredAt: "2026-05-20T11:00:00Z" }),
    event({ type: "export", occurredAt: "2026-05-20T12:00:00Z" }),
    // Eleven in the evening of the day before, where the company is.
    event({ occurredAt: "2026-05-20T03:00:00Z" }),
    event({ type: "ticket_opened", occurredAt: "2026-05-21T10:00:00Z" }),
    event({ type: "newsletter", occurredAt: "2026-05-22T10:00:00Z" }),
  ]);
  for (const [at, score, level, moved] of [
    ["2026-04-01", 20, 0, null],
    ["2026-04-02", 24, 0, null],
    [
      "2026-04-03",
      35,
      0,
      [{ feature: "logins", label: "Fewer logins", before: null, after: "2", points: 11.2 }],
    ],
    ["2026-04-04", 36, 1, null],
    ["2026-04-05", 37, 1, null],
  ] as const)
    await app.queryAsAdmin(
      `insert into customer_score_history (company_id, customer_id, scored_at, analysis_id, probability, score, level, moved_by)
       values ($1, $2, $3, gen_random_uuid(), $4, $5, $6, $7)`,
      [
        companyId,
        id,
        `${at}T02:00:00Z`,
        score / 100,
        score,
        level,
        moved === null ? null : JSON.stringify(moved),
      ],
    );
  await withTenant(app.db, companyId, (tx) => writePastCampaign(tx, companyId, pastCampaign()));
  await app.queryAsAdmin(
    "update customer_messages set unsubscribed_at = '2026-05-12T09:00:00Z', tag_values = $2 where company_id = $1",
    [companyId, JSON.stringify({ "customer.firstName": "Ann" })],
  );
  await app.call(owner, segmentRoutes.create, { body: segmentBody });
  await app.drainJobs();
  await app.call(owner, workRoutes.addNote, { params: { id }, body: { body: "Called" } });
  await app.call(owner, caseRoutes.open, { params: { id }, body: { reason: "price" } });
}

/** One that got a message, followed its link, and went through. */
function pastCampaign(): Parameters<typeof writePastCampaign>[2] {
  const enteredAt = new Date("2026-05-10T09:00:00Z");
  return {
    input: campaignBody(),
    by: "Maya",
    entrants: [
      { customerId: id, arm: "sent", variant: "A", enteredAt, facts: [], yearlyValueCents: 120_000 },
    ],
    messages: [
      {
        stepId: "mail1",
        customerId: id,
        address: "harbor@example.test",
        sentAt: new Date("2026-05-10T10:00:00Z"),
        openedAt: new Date("2026-05-10T11:00:00Z"),
        clickedAt: new Date("2026-05-11T11:00:00Z"),
      },
    ],
    waitsIn: 1,
    now: NOW,
  };
}

const page = async (query: { part?: TimelinePart; cursor?: string; limit?: string } = {}, customer = id) =>
  (await app.call(owner, timelineRoutes.get, { params: { id: customer }, query })).body;
const words = ({ title, detail }: TimelineLine) => (detail === null ? title : `${title} | ${detail}`);
const told = async (part: TimelinePart) => (await page({ part, limit: "100" })).items.map(words);

describe("a customer's timeline", () => {
  it("tells each room's news of it in words, and nothing of another customer or of what is none yet", async () => {
    expect(await told("billing")).toEqual([
      "Payment received | Bill I-1",
      "Payment failed | Bill I-1, insufficient funds",
      "Bill I-1 | Paid May 9, $10.00 refunded",
    ]);
    expect(await told("use")).toEqual(["3 events | login 2, export 1", "login"]);
    expect(await told("support")).toEqual(["ticket_opened"]);
    expect(await told("messages")).toEqual([
      "Unsubscribed | From “A question, Ann”",
      "Message “A question, Ann” | Sent, a link followed May 11",
      "Entered campaign “Check-in”",
    ]);
    expect((await told("work")).sort()).toEqual([
      expect.stringMatching(/^Note: “Called” \| /),
      expect.stringMatching(/^Risk case opened: .+ \| /),
    ]);
    expect(await told("risk")).toEqual([
      "Entered segment “Still here” | The segment's rule was changed",
      "Score rose from 35 to 36, now Medium",
      "Score rose from 24 to 35 | Fewer logins +11",
      "First score 20, Low",
    ]);
    expect((await page({}, await idOf("C-2"))).items.map(words)).toEqual([
      "Entered segment “Still here” | The segment's rule was changed",
      "Bill I-9 | Open, due May 14",
    ]);
  });

  it("leads to what a line is about, and names the amount in its own currency", async () => {
    const { items } = await page({ limit: "100" });
    const segment = items.find(({ type }) => type === "segment_entered");
    expect(segment?.about?.kind).toBe("segment");
    expect(items.find(({ type }) => type === "message")?.about?.kind).toBe("campaign");
    expect(items.find(({ type }) => type === "payment_failed")).toMatchObject({
      amount: 50,
      currency: "USD",
    });
    // What tells neither of use nor of a question is in none of the parts.
    expect(items.filter(({ part }) => part === null).map(words)).toEqual(["newsletter"]);
  });

  it("read page by page is the whole of it, in order, each line once, however the pages are cut", async () => {
    const whole = (await page({ limit: "100" })).items;
    expect(whole.length).toBe(16);
    expect(whole).toEqual(
      whole.toSorted((a, b) => (a.occurredAt < b.occurredAt ? 1 : a.occurredAt > b.occurredAt ? -1 : 0)),
    );
    for (const limit of ["1", "2", "5"]) {
      const read: TimelineLine[] = [];
      let cursor: string | null = null;
      do {
        const next = await page({ limit, ...(cursor === null ? {} : { cursor }) });
        read.push(...next.items);
        cursor = next.nextCursor;
      } while (cursor !== null);
      expect(read).toEqual(whole);
    }
  });

  it("does not count what stands there line by line, as a ticket with its subject", async () => {
    await app.queryAsAdmin(
      `insert into customer_events (company_id, customer_id, type, title, occurred_at)
       values ($1, $2, 'ticket_opened', 'Ticket: “Export stops”', '2026-05-21T10:00:00Z')`,
      [ledger.companyId, id],
    );
    expect(await told("support")).toEqual(["Ticket: “Export stops”"]);
    await ledger.query("delete from customer_events where company_id = $1 and type = 'ticket_opened'");
  });

  it("counts what the product calls as we call something that staff do", async () => {
    // A note of staff's stands on the timeline.
    await ledger.write("events", [event({ type: "note", occurredAt: "2026-05-23T10:00:00Z" })]);
    await app.queryAsAdmin("update event_types set role = 'usage' where company_id = $1 and name = 'note'", [
      ledger.companyId,
    ]);
    expect(await told("use")).toEqual(["note", "3 events | login 2, export 1", "login"]);
    expect((await told("work")).some((line) => line.startsWith("Note: “Called”"))).toBe(true);
    await ledger.query(
      "delete from events e using event_types t where t.company_id = $1 and e.company_id = $1 and e.type_id = t.id and t.name = 'note'",
    );
  });

  it("refuses a cursor that it did not make, and a customer of another company", async () => {
    const refused = await app.call(owner, timelineRoutes.get, { params: { id }, query: { cursor: "bm8" } });
    expect([refused.status, refused.body]).toMatchObject([400, { fields: { cursor: expect.any(String) } }]);
    const stranger = (await buildUser(app.db, (await openLedgerCompany(app)).companyId, "Owner")).actor;
    expect((await app.call(stranger, timelineRoutes.get, { params: { id }, query: {} })).status).toBe(404);
    expect((await app.call(stranger, billingRoutes.use, { params: { id } })).status).toBe(404);
  });
});

describe("a customer's use", () => {
  it("is told in twelve weeks of the company's time zone, with what was used most", async () => {
    const use = (await app.call(owner, billingRoutes.use, { params: { id } })).body;
    expect(use.lastAt).toBe("2026-05-20T12:00:00.000Z");
    expect(use.weeks).toHaveLength(12);
    // The first of June is a Sunday's evening there: the last week is that of the 25th.
    expect(use.weeks.slice(-2)).toEqual([
      { from: "2026-05-18", events: 4, days: 2 },
      { from: "2026-05-25", events: 0, days: 0 },
    ]);
    expect(use.mostUsed).toMatchObject([
      { name: "login", events: 3, lastAt: "2026-05-20T11:00:00.000Z" },
      { name: "export", events: 1 },
    ]);
  });

  it("says nothing of whom no event of use is known", async () => {
    const params = { id: await idOf("C-2") };
    const nothing = { lastAt: null, weeks: [], mostUsed: [] };
    expect((await app.call(owner, billingRoutes.use, { params })).body).toEqual(nothing);
    // Neither where the company counts no kind of event as use.
    const roles = "update event_types set role = $2 where company_id = $1 and role = $3";
    await app.queryAsAdmin(roles, [ledger.companyId, "other", "usage"]);
    expect((await app.call(owner, billingRoutes.use, { params: { id } })).body).toEqual(nothing);
  });
});
