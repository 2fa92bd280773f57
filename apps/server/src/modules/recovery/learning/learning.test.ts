import { recoveryRoutes, recoveryWorkRoutes, type RecoveryTimes } from "@forestay/contracts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTryingCompany, type TryingCompany } from "../fixtures/trying-company.ts";
import { workJob } from "../work/work-cases.ts";
import { learnJob } from "./learn-job.ts";

let company: TryingCompany;
beforeEach(async () => {
  company = await openTryingCompany();
  company.peer.data.letCard(company.customer, "insufficient_funds");
  await company.sync();
});
afterEach(() => company.close());

const learn = () => company.app.runJob(learnJob.company, { companyId: company.companyId });
const use = async (retryTimes: RecoveryTimes) => {
  const { status, body } = await company.app.call(company.owner, recoveryWorkRoutes.saveSettings, {
    body: { sends: false, retries: "own", controlPercent: 0, retryTimes, providerHasStopped: true },
  });
  expect(status).toBe(200);
  return body;
};
const results = async () =>
  (await company.app.call(company.owner, recoveryWorkRoutes.results, { query: {} })).body.times;
/** Bills of half a year ago, each tried again once, at every hour of the day: in the evening it mostly went through. */
const triesOfThePast = (count: number) =>
  company.app.queryAsAdmin(
    `insert into payment_attempts (company_id, customer_id, source, source_id, invoice_source_id, attempted_at, succeeded,
       currency, amount_minor, decline_code, told_at)
     select $1, (select id from customers where company_id = $1 limit 1), 'file', n || '-' || k, 'past-' || n,
       date_trunc('day', $3::timestamptz) - make_interval(days => 100 + n % 200) + make_interval(hours => case when k = 1 then 0 else 24 + n % 24 end),
       k = 2 and (case when n % 24 between 16 and 19 then n % 3 > 0 else n % 10 = 0 end), 'USD', 100,
       'insufficient_funds', $3
     from generate_series(1, $2::int) n cross join generate_series(1, 2) k`,
    [company.companyId, count, company.app.clock.now()],
  );
const hourOfNext = async () => new Date((await company.only()).nextAt ?? "").getUTCHours();
const planAnew = async () => {
  await company.app.queryAsAdmin("update recovery_cases set look_at = first_failed_at");
  await company.work();
};

describe("the time of a try", () => {
  it("is the schedule's until there is enough to learn from, then the learned one, by which the card is charged", async () => {
    await triesOfThePast(999);
    await learn();
    expect(await use("learned")).toMatchObject({ retryTimes: "learned", knowsTimes: false });
    await company.fail();
    // At midnight of the day after tomorrow nothing is late, and every hour lies ahead.
    await planAnew();
    const start = new Date(company.clock.now());
    expect(await hourOfNext()).toBeGreaterThanOrEqual(6);
    expect(await hourOfNext()).toBeLessThan(10);
    expect(await results()).toMatchObject({
      headline: "Too few tries to learn from",
      classes: [{ class: "soft", needed: 1000, isReady: false, best: null }, { class: "technical" }],
    });
    await company.app.queryAsAdmin("delete from payment_attempts where source = 'file'");
    await triesOfThePast(1_200);
    await learn();
    expect(await use("learned")).toMatchObject({ knowsTimes: true });
    await planAnew();
    expect(await hourOfNext()).toBeGreaterThanOrEqual(16);
    expect(await hourOfNext()).toBeLessThan(20);
    expect((await results()).classes[0]!.best).toMatch(/^16:00 to 20:00 \(\d\.\d times as likely as usual\)/);
    const before = company.charges().length;
    const nextMs = Date.parse((await company.only()).nextAt ?? "");
    await company.pass(nextMs - start.getTime() - 60_000);
    expect(company.charges()).toHaveLength(before);
    await company.pass(120_000);
    expect(company.charges()).toHaveLength(before + 1);
  });

  it("is drawn for each payment that fails while both are compared, and not for those of before", async () => {
    await triesOfThePast(1_200);
    await learn();
    // A week after the first one, whose next bill is the earlier one.
    company.clock.advance(5 * 86_400_000);
    company.peer.data.letCard(company.join("Bob"), "insufficient_funds");
    await company.fail(27);
    await use("compared");
    await planAnew();
    const arms = () =>
      company.app.queryAsAdmin<{ arm: string | null }>(
        "select times_arm as arm from recovery_cases order by first_failed_at",
      );
    expect(await arms()).toEqual([{ arm: null }]);
    expect(await hourOfNext()).toBeLessThan(10);
    await company.fail(5);
    await planAnew();
    const [, drawn] = await arms();
    expect(["fixed", "learned"]).toContain(drawn!.arm);
    const next = (await company.app.call(company.owner, recoveryRoutes.cases, { query: { sort: "failed" } }))
      .body.items[1]!;
    const hour = new Date(next.nextAt ?? "").getUTCHours();
    expect(hour >= 16).toBe(drawn!.arm === "learned");
    // Once drawn it stays: another night's learning does not move it.
    await learn();
    await company.app.runJob(workJob.company, { companyId: company.companyId });
    expect((await arms())[1]).toEqual(drawn);
  });
});

describe("what learned times bring", () => {
  /** Customers of both groups whose first failure is so old; of learned so many of ten paid, of fixed five. */
  const drawn = async (customers: number, paidOfTen: number, daysAgo: number) => {
    const { app, companyId } = company;
    await app.queryAsAdmin(
      `with made as (insert into customers (company_id, external_id, full_name, subscription_status)
         select $1, 'K-' || $4::int || '-' || n, 'K', 1 from generate_series(1, 2 * $2::int) n returning id, external_id)
       insert into recovery_cases (company_id, customer_id, source, invoice_source_id, invoice_id, currency, amount_minor,
         first_failed_at, decline_class, decline_reason, tries, last_tried_at, status, closed_at, recovered_minor, recovered_at,
         credit, updated_at, times_arm)
       select $1, m.id, 'file', m.external_id, uuidv7(), 'USD', 100, f.at, 'soft', 'insufficient_funds', 1, f.at,
         case when p.paid then 'recovered' else 'lost' end, f.at + interval '5 days', case when p.paid then 100 else 0 end,
         case when p.paid then f.at + interval '5 days' end, case when p.paid then 'retry' end, $5,
         case when k.n % 2 = 0 then 'learned' else 'fixed' end
       from made m
         cross join lateral (select split_part(m.external_id, '-', 3)::int as n) k
         cross join lateral (select (k.n / 2) % 10 < case when k.n % 2 = 0 then $3::int else 5 end as paid) p
         cross join lateral (select $5::timestamptz - make_interval(days => $4::int) + make_interval(secs => k.n) as at) f`,
      [companyId, customers, paidOfTen, daysAgo, app.clock.now()],
    );
  };

  it("is not conclusive with few, by the interval for any day; at the planned end it is read once, and later ones change nothing", async () => {
    await use("compared");
    await company.app.queryAsAdmin(
      "update recovery_settings set times_since = times_since - interval '300 days'",
    );
    await drawn(100, 6, 200);
    await learn();
    expect(await results()).toMatchObject({
      mode: "compared",
      learned: { customers: 100, recovered: 60 },
      fixed: { customers: 100, recovered: 50 },
      finding: "open",
      headline: "Not conclusive yet",
      isFinal: false,
    });
    await drawn(900, 6, 100);
    // Younger than the time in which they count.
    await drawn(50, 0, 5);
    await learn();
    const over = await results();
    expect(over).toMatchObject({
      learned: { customers: 1000, recovered: 600 },
      fixed: { customers: 1000, recovered: 500 },
      finding: "kept",
      headline: "Learned times bring 10.0 points more",
      isFinal: true,
    });
    expect(over.difference!.low).toBeGreaterThan(0.05);
    await drawn(60, 0, 60);
    await learn();
    // Nor does what becomes of the first ones later, or going over to what was found to be better.
    await company.app.queryAsAdmin(
      "update recovery_cases set status = 'lost', recovered_minor = 0, recovered_at = null, credit = null where source = 'file'",
    );
    await use("learned");
    await learn();
    expect(await results()).toMatchObject({ learned: over.learned, fixed: over.fixed, finding: "kept" });
    // Another round begins from nothing.
    await use("compared");
    const none = { customers: 0, recovered: 0 };
    expect(await results()).toMatchObject({ learned: none, fixed: none, isFinal: false });
    await learn();
    expect(await results()).toMatchObject({ learned: none, fixed: none, isFinal: false });
  });

  it("and of what is open it is learned what comes in, by which the queue is sorted", async () => {
    await drawn(100, 5, 100);
    await company.app.queryAsAdmin(
      `update recovery_cases set status = 'open', closed_at = null, recovered_minor = 0, recovered_at = null, credit = null,
         first_failed_at = $2, amount_minor = case invoice_source_id when 'K-100-1' then 900 else 1000 end,
         decline_class = case invoice_source_id when 'K-100-1' then 'soft' else 'never' end
       where company_id = $1 and invoice_source_id in ('K-100-1', 'K-100-3')`,
      [company.companyId, company.app.clock.now()],
    );
    await learn();
    const list = async (sort: "amount" | "expected") =>
      (await company.app.call(company.owner, recoveryRoutes.cases, { query: { state: "open", sort } })).body
        .items;
    expect((await list("amount")).map(({ invoice }) => invoice)).toEqual(["K-100-3", "K-100-1"]);
    const byChance = await list("expected");
    expect(byChance.map(({ invoice }) => invoice)).toEqual(["K-100-1", "K-100-3"]);
    // Half of the soft ones came in, of two hundred; of the never ones nothing is known but the prior.
    expect(byChance[0]!.chance).toBeGreaterThan(0.45);
    expect(byChance[0]!.chance).toBeLessThan(0.55);
    expect(byChance[1]!.chance).toBeCloseTo(0.25, 2);
  });
});
