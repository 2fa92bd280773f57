import { churnDefinitions, type ChurnDefinition } from "@forestay/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import { buildCompany, createTestApp, type TestApp } from "#testing/index.ts";
import {
  hasLeftSql,
  leavingOf,
  leavingRuleFor,
  leftAtSql,
  sqlLeavingRule,
  type LeavingRule,
} from "./leaving.ts";

const DAY_MS = 86_400_000;
const now = new Date("2026-06-15T12:00:00Z");
const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
const rule = (definition: ChurnDefinition, activityUntil: Date | null = ago(1)): LeavingRule => ({
  definition,
  inactiveDays: 60,
  now,
  activityUntil,
});
const nobody = { churned: null, churnedAt: null, endedAt: null, subscriptionStatus: null, lastSeenAt: null };

describe("a customer has left", () => {
  it("by the company's own label before anything else, whatever is chosen", () => {
    for (const definition of churnDefinitions) {
      const says = (churned: boolean) =>
        leavingOf({ ...nobody, churned, subscriptionStatus: 2, lastSeenAt: ago(300) }, rule(definition))
          .hasLeft;
      expect([says(false), says(true)]).toEqual([false, true]);
    }
  });

  it("by an end date that has passed, or a Cancelled or Inactive subscription, where an end counts", () => {
    const ended = { ...nobody, endedAt: ago(14), subscriptionStatus: 1, lastSeenAt: ago(20) };
    expect(leavingOf(ended, rule("cancelled"))).toMatchObject({ hasLeft: true, leftAt: ago(14) });
    expect(leavingOf(ended, rule("inactive"))).toMatchObject({ hasLeft: false, leftAt: null });
    expect(leavingOf({ ...ended, endedAt: ago(-14) }, rule("cancelled"))).toMatchObject({ hasLeft: false });
    expect(
      [0, 1, 2, 3, 4].map(
        (subscriptionStatus) => leavingOf({ ...nobody, subscriptionStatus }, rule("cancelled")).hasLeft,
      ),
    ).toEqual([true, false, true, false, false]);
  });

  it("not before its known end, looking back from records whose status is of later", () => {
    const ended = { ...nobody, endedAt: ago(-14), subscriptionStatus: 2 };
    expect(leavingOf(ended, rule("cancelled"))).toMatchObject({ hasLeft: true });
    const back = { ...rule("cancelled"), looksBack: true };
    expect(leavingOf(ended, back)).toMatchObject({ hasLeft: false, leftAt: ago(-14) });
    expect(leavingOf({ ...ended, endedAt: ago(1) }, back)).toMatchObject({ hasLeft: true });
    expect(leavingOf({ ...ended, endedAt: null }, back)).toMatchObject({ hasLeft: true });
  });

  it("by silence, on the day it became too long, where silence counts", () => {
    const silent = { ...nobody, subscriptionStatus: 1, lastSeenAt: ago(70) };
    expect(leavingOf(silent, rule("cancelled")).hasLeft).toBe(false);
    expect(leavingOf(silent, rule("inactive"))).toEqual({ hasLeft: true, leftAt: ago(10), bySilence: true });
    expect(leavingOf({ ...silent, lastSeenAt: ago(59) }, rule("inactive")).hasLeft).toBe(false);
  });

  it("by whichever came first where both count", () => {
    const both = { ...nobody, endedAt: ago(30), lastSeenAt: ago(70) };
    expect(leavingOf(both, rule("cancelled_or_inactive")).leftAt).toEqual(ago(30));
    expect(leavingOf({ ...both, lastSeenAt: ago(200) }, rule("cancelled_or_inactive"))).toMatchObject({
      leftAt: ago(140),
      bySilence: true,
    });
    const goneSomeDay = { ...nobody, subscriptionStatus: 2, lastSeenAt: ago(200) };
    expect(leavingOf(goneSomeDay, rule("cancelled_or_inactive"))).toMatchObject({
      hasLeft: true,
      leftAt: null,
    });
  });

  it("not by the silence of everybody after the newest record: a file of half a year ago says nothing since", () => {
    const silent = { ...nobody, lastSeenAt: ago(190) };
    expect(leavingOf(silent, rule("inactive", ago(180))).hasLeft).toBe(false);
    expect(leavingOf({ ...silent, lastSeenAt: ago(250) }, rule("inactive", ago(180))).leftAt).toEqual(
      ago(190),
    );
  });

  it("or nobody knows: without a label, a status or an activity", () => {
    expect(leavingOf(nobody, rule("cancelled")).hasLeft).toBeNull();
    expect(leavingOf({ ...nobody, subscriptionStatus: 2 }, rule("inactive")).hasLeft).toBeNull();
    expect(leavingOf({ ...nobody, lastSeenAt: ago(3) }, rule("cancelled")).hasLeft).toBeNull();
    expect(leavingOf({ ...nobody, lastSeenAt: ago(3) }, rule("cancelled_or_inactive")).hasLeft).toBe(false);
  });
});

describe("the database", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it("says the same of every kind of customer under every definition", async () => {
    const { id: companyId } = await buildCompany(app.db);
    const statuses = [null, 0, 1, 2, 3];
    const times = [null, 200, 70, 30, -20];
    await app.queryAsAdmin(
      `insert into customers (company_id, external_id, churned, churned_at, ended_at, subscription_status, last_activity_at)
       select $1, row_number() over ()::text, churned, churned_at, ended_at, status, seen
       from unnest(array[null, true, false]) churned, unnest($2::timestamptz[]) churned_at, unnest($2::timestamptz[]) ended_at,
         unnest($3::int[]) status, unnest($2::timestamptz[]) seen`,
      [companyId, times.map((days) => days && ago(days)), statuses],
    );
    for (const [definition, looksBack] of churnDefinitions.flatMap((one) => [
      [one, false] as const,
      [one, true] as const,
    ])) {
      const compared = await withTenant(app.db, companyId, async (tx) => {
        const company = {
          ...(await leavingRuleFor(tx, companyId, { definition, inactiveDays: 45 }, now)),
          looksBack,
        };
        const { rows } = await sql<{
          churned: boolean | null;
          churnedAt: Date | null;
          endedAt: Date | null;
          subscriptionStatus: number | null;
          lastSeenAt: Date | null;
          hasLeft: boolean | null;
          leftAt: Date | null;
        }>`
          select churned, churned_at as "churnedAt", ended_at as "endedAt", subscription_status as "subscriptionStatus",
            last_seen_at as "lastSeenAt", ${hasLeftSql(sqlLeavingRule(company))} as "hasLeft",
            ${leftAtSql(sqlLeavingRule(company))} as "leftAt"
          from customers c where company_id = ${companyId}`.execute(tx);
        expect(company.activityUntil).toEqual(definition === "cancelled" ? null : ago(30));
        return rows.map((row) => {
          const { hasLeft, leftAt } = leavingOf(row, company);
          return { ...row, same: hasLeft === row.hasLeft && leftAt?.getTime() === row.leftAt?.getTime() };
        });
      });
      expect(compared).toHaveLength(3 * 5 ** 4);
      expect(compared.filter(({ same }) => !same)).toEqual([]);
    }
  });
});
