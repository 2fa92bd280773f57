import { DAY_MS, type Criterion } from "@forestay/contracts";
import { meetsCriteria, NO_PAST, type CustomerFacts } from "@forestay/criteria";
import { daysFrom } from "@forestay/metrics";
import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import { buildCompany, createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { compileCriteria } from "./compile-criteria.ts";
import { readFilterContext } from "./filter-context.ts";

const HOUR_MS = DAY_MS / 24;
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Pacific/Kiritimati",
  "Pacific/Honolulu",
];
/** About a change of clocks in Berlin; New York changed three weeks before. */
const middle = Date.parse("2026-03-29T12:00:00Z");
let database: TestDatabase;
let companyId: string;
/** A customer was seen every half hour of twelve days; its number is its own column. */
const moments = Array.from({ length: 12 * 48 }, (_, half) => middle + (half - 6 * 48) * (HOUR_MS / 2));
const days = Array.from({ length: 16 }, (_, at) =>
  new Date(middle + (at - 8) * DAY_MS).toISOString().slice(0, 10),
);

beforeAll(async () => {
  database = await createTestDatabase();
  companyId = (await buildCompany(database.db)).id;
  await database.queryAsAdmin(
    `insert into customers (company_id, external_id, email, last_activity_at, attributes)
     select $1, 'C-' || n, n || '@example.com', seen, jsonb_build_object('signed', signed)
     from unnest($2::timestamptz[], $3::text[]) with ordinality as made (seen, signed, n)`,
    [companyId, moments.map((ms) => new Date(ms)), moments.map((_, at) => days[at % days.length])],
  );
});
afterAll(() => database.drop());

const shownDay = (atMs: number, zone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(atMs);
const dayAfter = (day: string, after: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + after * DAY_MS).toISOString().slice(0, 10);

/** Which of the rows meet a line at `now` in the company's zone, as the database says. */
async function chosen(criterion: Criterion, zone: string, now: number): Promise<number[]> {
  await database.queryAsAdmin("update companies set time_zone = $2 where id = $1", [companyId, zone]);
  return withTenant(database.db, companyId, async (tx) => {
    const context = await readFilterContext(tx, companyId, new Date(now));
    const { rows } = await sql<{ n: number }>`select substr(c.external_id, 3)::int - 1 as n from customers c
      where c.company_id = ${companyId} and ${compileCriteria([criterion], context)} order by 1`.execute(tx);
    return rows.map(({ n }) => n);
  });
}

it("counts days from the company's midnight, the same in SQL, in memory and by its clocks", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.integer({ min: -96, max: 96 }),
      fc.constantFrom("InLast" as const, "NotInLast" as const, "InNext" as const),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom("lastActivityDate", "attributes.signed"),
      async (zone, halves, operator, value, field) => {
        const now = middle + halves * (HOUR_MS / 2);
        const today = shownDay(now, zone);
        const isMet = (day: string) => {
          if (operator === "InNext") return day > today && day <= dayAfter(today, value);
          return (day > dayAfter(today, -value) && day <= today) === (operator === "InLast");
        };
        const dayOf = (at: number) =>
          field === "lastActivityDate" ? shownDay(moments[at]!, zone) : days[at % days.length]!;
        const meant = [...moments.keys()].filter((at) => isMet(dayOf(at)));
        const criterion = { field, operator, value };
        expect(await chosen(criterion, zone, now)).toEqual(meant);
        const context = { now, days: daysFrom(now, zone), minorUnits: Number };
        const inMemory = (at: number) =>
          meetsCriteria([criterion], factsOf(moments[at]!, days[at % days.length]!), context);
        expect([...moments.keys()].filter(inMemory)).toEqual(meant);
      },
    ),
    { numRuns: 60, seed: 12 },
  );
});

const factsOf = (lastActivityDate: number, signed: string): CustomerFacts => ({
  ...NO_PAST,
  fields: { lastActivityDate },
  attributes: { signed },
});
