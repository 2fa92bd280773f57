import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { DAY_MS, segmentRoutes, type CriteriaNode } from "@forestay/contracts";
import { meetsCriteria, NO_PAST, type CustomerFacts } from "@forestay/criteria";
import { daysFrom } from "@forestay/metrics";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { defineAttributes, upsertCustomerBatch, type CustomerInput } from "#modules/customers/index.ts";
import { withTenantClient, withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildWorld } from "#testing/analysis-world.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { segmentBody } from "#testing/segment-body.ts";
import { startWorker } from "#testing/start-worker.ts";
import { followJob } from "./follow-segments.ts";

const LOCK = 491;
/** More than one look takes, written in statements small enough to mark each customer by itself. */
const CUSTOMERS = 2100;
const PER_STATEMENT = 1050;
/** Written again while the worker is dead: some of those that it had looked at, and some that it had not. */
const changedTwice = (index: number) => index % 13 === 0;

let app: TestApp;
let companyId: string;
let owner: CompanyUser;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  await app.close();
});

interface Person {
  plan: "Pro" | "Basic";
  seats: number;
  revenue: number;
  /** Days since it was seen. */
  silent: number;
}
const before = (index: number): Person => ({
  plan: index % 3 === 0 ? "Basic" : "Pro",
  seats: index % 50,
  revenue: 10 + (index % 90),
  silent: index % 60,
});
const changed = (index: number): Person => ({
  plan: index % 2 === 0 ? "Basic" : "Pro",
  seats: (index * 7) % 50,
  revenue: 10 + ((index * 11) % 90),
  silent: (index * 5) % 60,
});
const changedAgain = (index: number): Person =>
  changedTwice(index) ? { ...before(index), seats: 49 } : changed(index);

const idOf = (index: number) => `c-${String(index).padStart(4, "0")}`;
const write = async (
  people: (index: number) => Person,
  which: (index: number) => boolean,
  perStatement: number,
) => {
  const now = app.clock.now().getTime();
  const rows: CustomerInput[] = Array.from({ length: CUSTOMERS }, (_, index) => index)
    .filter(which)
    .map((index) => {
      const { plan, seats, revenue, silent } = people(index);
      return {
        externalId: idOf(index),
        plan,
        monthlyRevenueCents: revenue * 100,
        subscriptionStatus: 1 as const,
        lastActivityAt: new Date(now - silent * DAY_MS - DAY_MS / 2).toISOString(),
        attributes: { seats },
      };
    });
  for (let first = 0; first < rows.length; first += perStatement)
    await withTenantClient(app.db, companyId, async ({ tx, client }) => {
      await defineAttributes(tx, companyId, [{ key: "seats", label: "Seats", kind: "number" }]);
      await upsertCustomerBatch(client, companyId, rows.slice(first, first + perStatement));
    });
};
const everybody = () => true;

/** Each rule by its name; the last names the first. */
const rulesOf = (basic: string): Record<"basic" | "mixed" | "named", CriteriaNode[]> => ({
  basic: [{ field: "plan", operator: "In", value: ["Basic"] }],
  mixed: [
    { field: "attributes.seats", operator: "LessThan", value: 40 },
    {
      match: "any",
      criteria: [
        { field: "monthlyRevenue", operator: "GreaterThan", value: 70 },
        {
          match: "none",
          criteria: [
            { field: "plan", operator: "Equals", value: "Basic" },
            { field: "daysSinceActivity", operator: "GreaterThan", value: 20 },
          ],
        },
      ],
    },
  ],
  named: [
    { field: "segments", operator: "In", value: [basic] },
    { field: "attributes.seats", operator: "GreaterThan", value: 9 },
  ],
});
type RuleName = keyof ReturnType<typeof rulesOf>;
let segments: Record<RuleName, string>;

/** Who meets a rule, said in memory. */
function met(name: RuleName, people: (index: number) => Person): Set<string> {
  const rules = rulesOf(segments.basic);
  const now = app.clock.now().getTime();
  const context = { now, days: daysFrom(now, "UTC"), minorUnits: (amount: number) => amount * 100 };
  const holds = (rule: RuleName, index: number): boolean => {
    const { plan, seats, revenue, silent } = people(index);
    const facts: CustomerFacts = {
      ...NO_PAST,
      fields: { plan, monthlyRevenue: revenue * 100, daysSinceActivity: now - silent * DAY_MS - DAY_MS / 2 },
      attributes: { seats },
      segmentIds: rule === "named" && holds("basic", index) ? [segments.basic] : [],
    };
    return meetsCriteria(rules[rule], facts, context);
  };
  return new Set(
    Array.from({ length: CUSTOMERS }, (_, index) => index)
      .filter((index) => holds(name, index))
      .map(idOf),
  );
}

beforeEach(async () => {
  // Far from midnight: workers count days by a clock that goes on.
  app.clock.set(new Date("2026-06-15T12:00:00Z"));
  ({ companyId, owner } = await buildWorld(app));
  await write(before, everybody, CUSTOMERS);
  const create = async (name: RuleName, criteria: CriteriaNode[]) => {
    const { status, body } = await app.call(owner, segmentRoutes.create, {
      body: { ...segmentBody, name, criteria },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    await app.runJob(followJob.company, { companyId });
    return body.id;
  };
  const basic = await create("basic", rulesOf("").basic);
  segments = {
    basic,
    mixed: await create("mixed", rulesOf(basic).mixed),
    named: await create("named", rulesOf(basic).named),
  };
  await app.queryAsAdmin(`delete from pgboss.job where name like 'segments.%'`);
});

function follow(): ChildProcess {
  const worker = startWorker(app, ["segments.follow-company"]);
  workers.push(worker);
  return worker;
}

type Writer = "each" | "everybody";
interface Held {
  moment: string;
  /** Whether the change marks customers one by one, or everybody. */
  marks: Writer;
  /** Where it waits: before a row that is written to this table, of this segment, in this look. */
  at: string;
  segment?: RuleName;
  look?: "first" | "second";
}
const moments: Held[] = [
  {
    moment: "in a second look, at a rule that names another",
    marks: "each",
    at: "insert on segment_changes",
    segment: "named",
    look: "second",
  },
  {
    moment: "while it tells of a look",
    marks: "each",
    at: "insert on pgboss.job for each row when (new.name = 'webhooks.tell-segment-moved')",
  },
  {
    moment: "in the recount of a rule that names another",
    marks: "everybody",
    at: "insert on segment_changes",
    segment: "named",
  },
  {
    moment: "while it tells of a recount",
    marks: "everybody",
    at: "insert on pgboss.job for each row when (new.name = 'webhooks.tell-segment-moved')",
  },
];

/** Has a worker wait at a moment for a lock that the test holds; gives what lets it go on. */
async function holdAt({ at, segment = undefined, look = "first" }: Held): Promise<() => Promise<void>> {
  await app.queryAsAdmin(`create or replace function hold() returns trigger language plpgsql security definer as $$
    begin
      if tg_argv[0] <> '' then
        if not exists (select from segments where id = new.segment_id and name = tg_argv[0]) then return new; end if;
      end if;
      if tg_argv[1] = 'second' then
        if not exists (select from segment_changes c where c.segment_id = new.segment_id and c.cause = 'customer'
          and c.look_id <> new.look_id) then return new; end if;
      end if;
      perform pg_advisory_xact_lock(${LOCK});
      return new;
    end $$`);
  const [, , table] = at.split(" ");
  const rows = at.includes("for each row") ? at : `${at} for each row`;
  await app.queryAsAdmin(
    `create trigger holds before ${rows} execute function hold('${segment ?? ""}', '${look}')`,
  );
  const holder = await app.db.openConnection("holder");
  await holder.query(`select pg_advisory_lock(${LOCK})`);
  return async () => {
    await holder.end();
    await app.queryAsAdmin(`drop trigger holds on ${table}`);
  };
}
const waiting = async () =>
  (
    await app.queryAsAdmin(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length;
const running = "name = 'segments.follow-company' and state = 'active'";
/** Ten seconds of silence, as the queue sees them. */
const silence = () =>
  app.queryAsAdmin(`update pgboss.job set heartbeat_on = heartbeat_on - interval '11 s',
    started_on = started_on - interval '11 s' where ${running}`);
const left = async () =>
  (
    await app.queryAsAdmin(
      `select from pgboss.job where name = 'segments.follow-company' and state < 'completed'
       union all select from segment_stale_customers union all select from segments where needs_recount`,
    )
  ).length;

/** Changes everybody and has a worker find that out, up to the moment it is held at. */
async function heldWorker(held: Held): Promise<{ worker: ChildProcess; release: () => Promise<void> }> {
  await write(changed, everybody, held.marks === "each" ? PER_STATEMENT : CUSTOMERS);
  const release = await holdAt(held);
  await withTenant(app.db, companyId, (tx) =>
    app.jobs.enqueue(tx, followJob.company, { companyId }, { singletonKey: companyId, groupKey: companyId }),
  );
  const worker = follow();
  await expect.poll(waiting, { timeout: 600_000 }).toBe(1);
  return { worker, release };
}

/** Members are who meets the rule in memory; whoever is another than before came or went once, and all of that was told. */
async function expectOnce(): Promise<void> {
  const told = await app.queryAsAdmin<{ segmentId: string; lookId: string; entered: number; left: number }>(
    `select data ->> 'segmentId' as "segmentId", data ->> 'lookId' as "lookId", (data ->> 'entered')::int as entered,
       (data ->> 'left')::int as left from pgboss.job where name = 'webhooks.tell-segment-moved' order by 1, 2`,
  );
  for (const name of Object.keys(segments) as RuleName[]) {
    const id = segments[name];
    const was = met(name, before);
    const is = met(name, changedAgain);
    const members = await app.queryAsAdmin<{ external_id: string }>(
      `select c.external_id from segment_members m join customers c on c.id = m.customer_id where m.segment_id = $1 order by 1`,
      [id],
    );
    expect(
      members.map(({ external_id }) => external_id),
      name,
    ).toEqual([...is].sort());
    expect(await app.queryAsAdmin("select customer_count::int from segments where id = $1", [id])).toEqual([
      { customer_count: is.size },
    ]);
    const moves = await app.queryAsAdmin<{ external_id: string; entered: boolean; look_id: string }>(
      `select c.external_id, s.entered, s.look_id from segment_changes s join customers c on c.id = s.customer_id
       where s.segment_id = $1 and s.cause = 'customer' order by s.id`,
      [id],
    );
    const byCustomer = Map.groupBy(moves, ({ external_id }) => external_id);
    for (let index = 0; index < CUSTOMERS; index++) {
      const key = idOf(index);
      const seen = (byCustomer.get(key) ?? []).map(({ entered }) => entered);
      const between = changedTwice(index) && seen.length === 2 ? [!was.has(key), was.has(key)] : null;
      const once = was.has(key) === is.has(key) ? [] : [is.has(key)];
      expect(seen, `${key} in ${name}`).toEqual(between ?? once);
    }
    const looks = Map.groupBy(moves, ({ look_id }) => look_id);
    expect(
      told
        .filter(({ segmentId }) => segmentId === id)
        .map(({ lookId, entered, left: gone }) => ({ lookId, entered, left: gone })),
      name,
    ).toEqual(
      [...looks]
        .map(([lookId, of]) => ({
          lookId,
          entered: of.filter(({ entered }) => entered).length,
          left: of.filter(({ entered }) => !entered).length,
        }))
        .sort((a, b) => a.lookId.localeCompare(b.lookId)),
    );
  }
}

it.each(moments)(
  "a worker killed $moment: members are who meets the rule, and each transition is there and told once",
  async (held) => {
    const { worker, release } = await heldWorker(held);
    worker.kill("SIGKILL");
    await once(worker, "exit");
    await write(changedAgain, changedTwice, PER_STATEMENT);
    await release();
    await expect.poll(waiting, { timeout: 600_000 }).toBe(0);
    expect(await silence()).toBeDefined();
    const second = follow();
    await expect.poll(left, { timeout: 600_000 }).toBe(0);
    second.kill("SIGKILL");
    await expectOnce();
  },
);

it("a worker that was taken for dead and goes on beside its successor: each transition is there and told once", async () => {
  const { worker, release } = await heldWorker({
    moment: "in a first look",
    marks: "each",
    at: "insert on segment_changes",
  });
  await write(changedAgain, changedTwice, PER_STATEMENT);
  await silence();
  const second = follow();
  // The successor waits for the transaction of the other, which is still under way.
  await expect.poll(waiting, { timeout: 600_000 }).toBe(2);
  await release();
  await expect.poll(left, { timeout: 600_000 }).toBe(0);
  for (const one of [worker, second]) one.kill("SIGKILL");
  await expectOnce();
});
