import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { integrationRoutes } from "@forestay/contracts";
import {
  startHubSpot,
  startMailchimp,
  startSalesforce,
  startStripe,
  type HubSpotPeer,
  type MailchimpPeer,
  type SalesforcePeer,
  type StripePeer,
} from "@forestay/provider-sandboxes";
import { afterEach, expect, it } from "vitest";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";
import { startWorker } from "#testing/start-worker.ts";

type Peer = HubSpotPeer | MailchimpPeer | SalesforcePeer | StripePeer;
/** More than one write takes. */
const MORE = 1300;
/** More than one write of changes takes. */
const CHANGED = 60;
const LOCK = 310;

let company: Connected<Peer>;
let worker: ChildProcess | undefined;
afterEach(async () => {
  worker?.kill("SIGKILL");
  await company.close();
});

/** A connector with more than one write takes, and how some of it changes there. */
interface System {
  name: string;
  /** Connects with so many customers there. */
  begin(customers: number): Promise<void>;
  change(): void;
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const mail = (n: number) => `reader${n}@there.example`;

const systems: System[] = [
  system(
    "stripe",
    (options, customers) => startStripe({ ...options, data: { customers, invoices: customers } }),
    ({ data }) => ({
      add: () => {},
      change: () => {
        for (const { id } of [...data.account.customers.all()].slice(0, CHANGED))
          data.editCustomer(id, { name: "Changed" });
      },
    }),
  ),
  system("hubspot", startHubSpot, ({ data }) => {
    const added: string[] = [];
    return {
      add: (customers) => {
        for (const n of numbers(customers))
          added.push(data.add("contacts", { email: mail(n), lifecyclestage: "customer" }).id);
      },
      change: () => {
        for (const id of added.slice(0, CHANGED)) data.edit("contacts", id, { firstname: "Changed" });
      },
    };
  }),
  salesforce("salesforce", false),
  salesforce("salesforce by a job", true),
  system("mailchimp", startMailchimp, ({ data }) => {
    const buyers: string[] = [];
    return {
      add: (customers) => {
        for (const n of numbers(customers)) {
          const { id } = data.subscribe(mail(n), `Reader ${n}`);
          buyers.push(id);
          const ecommerce_data = { total_revenue: 1, number_of_orders: 1 };
          data.edit(id, { stats: { avg_open_rate: 0, avg_click_rate: 0, ecommerce_data } });
        }
      },
      change: () => {
        for (const id of buyers.slice(0, CHANGED)) data.edit(id, { full_name: "Changed" });
      },
    };
  }),
];

function salesforce(name: string, isLarge: boolean): System {
  return system(
    "salesforce",
    startSalesforce,
    ({ data, fault }) => {
      const added: string[] = [];
      return {
        add: (customers) => {
          for (const n of numbers(2 * customers))
            added.push(data.add("Contact", { LastName: `Reader ${n}`, Email: mail(n) }).Id);
          if (isLarge)
            fault({
              match: /query\?q=SELECT(\+|%20)COUNT/,
              status: 200,
              body: { totalSize: 60_000, done: true, records: [] },
              times: 10,
            });
        },
        change: () => {
          for (const id of added.slice(0, CHANGED)) data.edit("Contact", id, { Name: "Changed" });
        },
      };
    },
    name,
  );
}

function system<P extends Peer>(
  provider: Connected["params"]["provider"],
  start: (options: object, customers: number) => Promise<P>,
  deeds: (peer: P) => { add(customers: number): void; change(): void },
  name: string = provider,
): System {
  let done: { add(customers: number): void; change(): void };
  return {
    name,
    async begin(customers) {
      const connected = await connectedCompany(provider, (options) => start(options, customers));
      company = connected;
      done = deeds(connected.peer);
      done.add(customers);
    },
    change: () => done.change(),
  };
}

/** Has a run done by a worker of its own that is killed while its second write, all rows written, waits to be committed. */
async function killInTheMiddle(body: { all?: boolean } = {}): Promise<void> {
  const { app, owner, params, rows } = company;
  await app.call(owner, integrationRoutes.sync, { params, body });
  await rows(`create function hold_second_write() returns trigger language plpgsql security definer as
    $$ begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$`);
  await rows(`create trigger hold before update on integration_runs for each row
    when (old.status = 'running' and old.counts <> '{}') execute function hold_second_write()`);
  const holder = await app.db.openConnection("holder");
  await holder.query(`select pg_advisory_lock(${LOCK})`);
  worker = startWorker(app, ["integrations.sync"], { providers: app.context.config.providers });
  const waits = `select 1 from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`;
  await expect.poll(() => rows(waits), { timeout: 600_000 }).toHaveLength(1);
  worker.kill("SIGKILL");
  await once(worker, "exit");
  await holder.end();
  await rows("drop trigger hold on integration_runs");
  await rows("drop function hold_second_write");
  // What the queue does once the heartbeat of the dead one has been silent for long enough.
  await rows(
    "update pgboss.job set state = 'retry', start_after = now() where name = 'integrations.sync' and state = 'active'",
  );
}

const counted = async () => (await company.runs())[0]?.counts.map(({ object, read }) => [object, read]);
const count = async (where = "true") =>
  (await company.rows<{ n: number }>(`select count(*)::int as n from customers where ${where}`))[0]?.n ?? 0;

it.each(systems)(
  "a first reading of $name whose worker was killed in the middle of it goes on from there, each record once",
  async ({ begin }) => {
    await begin(MORE);
    await killInTheMiddle();
    const half = await count();
    expect(half).toBeGreaterThan(500);
    await company.app.drainJobs({ ignoreRunAt: true });
    const [run] = await company.runs();
    expect(run).toMatchObject({ status: "done", kind: "first" });
    expect(await count()).toBeGreaterThanOrEqual(MORE);
    const [after, numbersRead] = [await company.everything(), await counted()];
    await company.sync({ all: true });
    expect(await company.everything()).toBe(after);
    expect(await counted()).toEqual(numbersRead);
  },
  600_000,
);

it.each(systems)(
  "a reading of what changed at $name whose worker was killed in the middle of it loses no change",
  async ({ begin, change }) => {
    await begin(2 * CHANGED);
    // Beyond what a list there may lag behind by: what was there at first is no change.
    company.pass(1800_000);
    await company.sync();
    company.pass(1800_000);
    change();
    company.pass(120_000);
    const isChanged = "full_name like '%Changed%'";
    expect(await count(isChanged)).toBe(0);
    await killInTheMiddle();
    // One write of them is there, the one that was under way is not.
    expect(await count(isChanged)).toBe(50);
    await company.app.drainJobs({ ignoreRunAt: true });
    const [run] = await company.runs();
    expect(run).toMatchObject({ status: "done", kind: "changes" });
    expect(await count(isChanged)).toBe(CHANGED);
    const after = await company.everything();
    await company.sync({ all: true });
    expect(await company.everything()).toBe(after);
  },
  600_000,
);
