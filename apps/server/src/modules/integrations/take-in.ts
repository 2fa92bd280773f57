import { customerObject } from "@forestay/contracts/vocabulary";
import { changeCustomerTotals, findLinkedCustomers, listErasedLinks } from "#modules/customers/index.ts";
import { withTenantClient, type Tx } from "#platform/db/transaction.ts";
import type { Database } from "#platform/db/database.ts";
import type { ModuleContext } from "#platform/module.ts";
import { consentWithdrawn } from "./events.ts";
import type { ProviderApi, SourceRecord } from "./connector.ts";
import type { IntegrationRow, ObjectCounts } from "./integration-rows.ts";
import { writeRecords } from "./write-records.ts";

/** What records are taken in by, and for whom. */
export interface TakeIn {
  db: Database;
  events: ModuleContext["events"];
  api: ProviderApi;
  row: IntegrationRow;
  runId: string | null;
  now: Date;
  records: readonly SourceRecord[];
  /** In the transaction that writes the records: false where they are no longer wanted, and nothing is written. */
  isWanted(tx: Tx): Promise<boolean>;
  /** In the same transaction, after they are written. */
  written(tx: Tx, counts: Record<string, ObjectCounts>): Promise<void>;
}

/**
 * Takes in records: whom they are of is read first where nobody knows them here, then all is one transaction. False where
 * the records were no longer wanted.
 */
export async function takeIn({
  db,
  events,
  api,
  row,
  runId,
  now,
  records,
  isWanted,
  written,
}: TakeIn): Promise<boolean> {
  const { company_id: companyId, provider } = row;
  const { customers, wanted } = await withCustomers(db, api, row, records);
  return withTenantClient(
    db,
    companyId,
    async ({ tx, client }) => {
      // First, as everybody does who writes many customers: nobody waits for another in a circle.
      await changeCustomerTotals(client, companyId, 0);
      if (!(await isWanted(tx))) return false;
      const counts = await writeRecords({ tx, client, companyId, provider, runId, now }, wanted, customers);
      const people = wanted.flatMap((record) => record.withdrawn ?? []);
      if (people.length > 0) await events.emit(tx, consentWithdrawn, { companyId, provider, people });
      await written(tx, counts);
      return true;
    },
    { statementTimeoutMs: 120_000 },
  );
}

/**
 * The customers that the records are of and who are not known here, and the records: one whose customer is gone there says so. What is of
 * somebody whom the company erased is left out without a word: a list of it would say who that was.
 */
async function withCustomers(
  db: Database,
  api: ProviderApi,
  { company_id: companyId, provider }: IntegrationRow,
  given: readonly SourceRecord[],
): Promise<{ customers: SourceRecord[]; wanted: SourceRecord[] }> {
  const all = [
    ...new Set(
      given.flatMap(({ customer, ofCustomers }) => [
        ...ofCustomers,
        ...(customer ? [customer.sourceId] : []),
      ]),
    ),
  ];
  const { erased, linked } = await withTenantClient(db, companyId, async ({ client }) => ({
    erased: await listErasedLinks(client, companyId, provider, all),
    linked: await findLinkedCustomers(client, companyId, provider, all),
  }));
  const records = given.filter(
    ({ customer, ofCustomers }) =>
      !erased.has(customer?.sourceId ?? "") && !ofCustomers.some((id) => erased.has(id)),
  );
  const coming = new Set(records.flatMap(({ customer }) => (customer ? [customer.sourceId] : [])));
  const missing = [...new Set(records.flatMap(({ ofCustomers }) => ofCustomers))].filter(
    (id) => !coming.has(id) && !linked.has(id),
  );
  if (missing.length === 0) return { customers: [], wanted: records };
  const customers = await api.readRecords(customerObject(provider) ?? "", missing);
  const found = new Set(customers.map(({ sourceId }) => sourceId));
  const gone = new Set(missing.filter((id) => !found.has(id)));
  return {
    customers,
    wanted: records.map((record) =>
      record.problem === undefined && record.ofCustomers.some((id) => gone.has(id))
        ? { ...record, problem: "Its customer was deleted there, and is not known here." }
        : record,
    ),
  };
}
