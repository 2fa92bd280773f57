import { DAY_MS } from "@forestay/contracts";
import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import { listErasedLinks } from "#modules/customers/index.ts";
import { compareLedger, type LedgerOptions } from "#modules/ledger/index.ts";
import { withTenant, withTenantClient, type Tx } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import type { ProviderApi, SourceRecord } from "./connector.ts";
import { followSoon } from "./follow-news.ts";
import { readWaiting } from "./inbox.ts";
import { findIntegration, findRunning, includedObjects, type IntegrationRow } from "./integration-rows.ts";
import { connectorOf, openStored, standingProviders } from "./providers.ts";
import { ProviderError } from "./provider-error.ts";
import { restAsAsked } from "./rest.ts";
import { refreshRows } from "./refresh-rows.ts";
import { takeIn } from "./take-in.ts";

/** How far back is looked: a bill of a month, and the time that its collection takes. */
const LOOKED_BACK_MS = 35 * DAY_MS;
const EVERY_MS = 23 * 3600_000;
const EXAMPLES = 20;

interface Difference {
  object: string;
  label: string;
  kind: "missing" | "differing";
}

type Run = JobRun<{ companyId: string }>;

/**
 * Once a day holds what a system has of late against what is here: what is missing or says something else is counted, and taken in.
 * News that waits is no difference: while there is any, or a run is under way, it is put off to the next hour.
 */
export const reconcileJob = defineCompanyJob({
  name: "integrations.reconcile",
  cron: "40 * * * *",
  listCompanyIds,
  async isDue(tx, companyId, now) {
    for (const provider of standingProviders) if (await isDue(tx, companyId, provider, now)) return true;
    return false;
  },
  async handler(run) {
    const { companyId } = run.payload;
    for (const provider of standingProviders) {
      const row = await withTenant(run.db, companyId, async (tx) =>
        (await isDue(tx, companyId, provider, run.clock.now()))
          ? findIntegration(tx, companyId, provider)
          : undefined,
      );
      if (row === undefined) continue;
      try {
        await reconcile(run, row);
      } catch (error) {
        // The next reading says what is wrong, with its status; this one only looks.
        if (!(error instanceof ProviderError)) throw error;
        await withTenant(run.db, companyId, (tx) =>
          restAsAsked(tx, companyId, row.provider, error, run.clock.now()),
        );
      }
    }
  },
});

async function isDue(tx: Tx, companyId: string, provider: IntegrationProvider, now: Date): Promise<boolean> {
  if (connectorOf(provider).reconciled === undefined) return false;
  const { rows } = await sql`
    select from integrations i left join integration_reconciles r using (company_id, provider)
    where i.company_id = ${companyId} and i.provider = ${provider} and i.status = 'Connected'
      and (i.rests_until is null or i.rests_until <= ${now})
      and i.followed_until is not null and (r.at is null or r.at <= ${new Date(now.getTime() - EVERY_MS)})`.execute(
    tx,
  );
  if (rows.length === 0 || (await findRunning(tx, companyId, provider))) return false;
  return (await readWaiting(tx, companyId, provider)).length === 0;
}

async function reconcile(run: Run, row: IntegrationRow): Promise<void> {
  const api = openStored(run, row, run.signal);
  const since = new Date(run.clock.now().getTime() - LOOKED_BACK_MS);
  const wanted = new Set(includedObjects(row));
  const counts = { looked: 0, missing: 0, differing: 0 };
  const examples: Difference[] = [];
  for (const object of connectorOf(row.provider).reconciled ?? []) {
    if (!wanted.has(object) || api.readRecent === undefined) continue;
    let place: string | null = null;
    do {
      run.signal.throwIfAborted();
      const page = await api.readRecent(object, since, place);
      const found = await compare(run, row, page.records);
      counts.looked += page.records.length;
      counts.missing += found.filter(({ kind }) => kind === "missing").length;
      counts.differing += found.filter(({ kind }) => kind === "differing").length;
      examples.push(...found.slice(0, EXAMPLES - examples.length));
      if (found.length > 0) await mend(run, row, api, page.records);
      place = page.next;
    } while (place !== null);
  }
  if (counts.missing + counts.differing > 0) await refreshRows(run, row.company_id);
  await withTenant(run.db, row.company_id, async (tx) => {
    // Payments whose bills have come.
    if ((await readWaiting(tx, row.company_id, row.provider)).length > 0)
      await followSoon(tx, run.jobs, row.company_id, row.provider);
  });
  await keep(run, row, counts, examples);
}

/** Which records are not here or say something else here; of somebody who was erased nothing is looked for. */
async function compare(
  run: Run,
  { company_id: companyId, provider }: IntegrationRow,
  records: readonly SourceRecord[],
): Promise<Difference[]> {
  const now = run.clock.now();
  const options: LedgerOptions = { source: provider, toldAt: now, unknownCustomers: "reject", now };
  return withTenantClient(run.db, companyId, async ({ client }) => {
    const customers = [...new Set(records.flatMap(({ ofCustomers }) => ofCustomers))];
    const erased = await listErasedLinks(client, companyId, provider, customers);
    const looked = records.filter(
      ({ problem, ofCustomers }) => problem === undefined && !ofCustomers.some((id) => erased.has(id)),
    );
    const bills = looked.filter(({ invoice }) => invoice !== undefined);
    const sold = looked.filter(({ invoice }) => invoice === undefined);
    const outcomes = [
      ...(await compareLedger(
        client,
        companyId,
        "invoices",
        bills.flatMap(({ invoice }) => invoice ?? []),
        options,
      )),
      // What is charged now: what was charged before is told by bills.
      ...(await compareLedger(
        client,
        companyId,
        "subscriptions",
        sold.flatMap(({ subscriptions = [] }) => subscriptions.slice(-1)),
        options,
      )),
    ];
    return [...bills, ...sold].flatMap(({ object, label }, at): Difference[] => {
      const outcome = outcomes[at];
      if (outcome === "create" || outcome === "unknown_customer") return [{ object, label, kind: "missing" }];
      return outcome === "update" ? [{ object, label, kind: "differing" }] : [];
    });
  });
}

async function mend(
  run: Run,
  row: IntegrationRow,
  api: ProviderApi,
  records: readonly SourceRecord[],
): Promise<void> {
  const { company_id: companyId, provider } = row;
  await takeIn({
    db: run.db,
    events: run.events,
    api,
    row,
    runId: null,
    now: run.clock.now(),
    records,
    isWanted: async (tx) => (await findIntegration(tx, companyId, provider)) !== undefined,
    written: () => Promise.resolve(),
  });
}

async function keep(
  run: Run,
  { company_id: companyId, provider }: IntegrationRow,
  { looked, missing, differing }: { looked: number; missing: number; differing: number },
  examples: readonly Difference[],
): Promise<void> {
  const now = run.clock.now();
  const differedAt = missing + differing > 0 ? now : null;
  await withTenant(run.db, companyId, async (tx) => {
    // Disconnected meanwhile: nothing is kept of it.
    if (!(await findIntegration(tx, companyId, provider, { lock: true }))) return;
    await sql`
      insert into integration_reconciles as r (company_id, provider, at, looked, missing, differing, examples, differed_at)
      values (${companyId}, ${provider}, ${now}, ${looked}, ${missing}, ${differing}, ${JSON.stringify(examples)}::jsonb, ${differedAt})
      on conflict (company_id, provider) do update set at = excluded.at, looked = excluded.looked, missing = excluded.missing,
        differing = excluded.differing, examples = excluded.examples, differed_at = coalesce(excluded.differed_at, r.differed_at)`.execute(
      tx,
    );
  });
}
