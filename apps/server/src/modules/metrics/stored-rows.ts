import type { SqlClient } from "#platform/db/transaction.ts";
import type { FailedPayment } from "./failed-payments.ts";
import { inOrder, type MovementRow } from "./movement-rows.ts";

/** What rollups hold of single customers. */
export interface CustomerRows {
  movements: MovementRow[];
  /** In the order of bills' ids. */
  payments: FailedPayment[];
}

/** Rows of customers as they are stored; customers without any are left out. */
export async function readStoredRows(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
): Promise<Map<string, CustomerRows>> {
  const customers = new Map<string, CustomerRows>();
  const of = (customerId: string) => {
    let rows = customers.get(customerId);
    if (rows === undefined) customers.set(customerId, (rows = { movements: [], payments: [] }));
    return rows;
  };
  const { rows: movements } = await client.query<
    Omit<MovementRow, "atMs"> & { customerId: string; at: Date }
  >(
    `select customer_id as "customerId", plan, currency, at, day, kind, amount_minor as "amountMinor",
       before_minor as "beforeMinor", after_minor as "afterMinor", reason, words, until_day as "untilDay"
     from mrr_movements where company_id = $1 and customer_id = any($2::uuid[])`,
    [companyId, customerIds],
  );
  for (const { customerId, at, ...row } of movements)
    of(customerId).movements.push({ ...row, atMs: at.getTime() });
  const { rows: payments } = await client.query<
    Omit<FailedPayment, "firstFailedMs" | "recoveredMs"> & { firstFailedAt: Date; recoveredAt: Date | null }
  >(
    `select invoice_id as "invoiceId", customer_id as "customerId", currency, amount_minor as "amountMinor",
       first_failed_at as "firstFailedAt", first_failed_day as "firstFailedDay", recovered_minor as "recoveredMinor",
       recovered_at as "recoveredAt", recovered_day as "recoveredDay", is_recovered as "isRecovered", open_minor as "openMinor"
     from failed_payments where company_id = $1 and customer_id = any($2::uuid[]) order by invoice_id`,
    [companyId, customerIds],
  );
  for (const { firstFailedAt, recoveredAt, ...row } of payments) {
    of(row.customerId).payments.push({
      ...row,
      firstFailedMs: firstFailedAt.getTime(),
      recoveredMs: recoveredAt?.getTime() ?? null,
    });
  }
  for (const { movements } of customers.values()) movements.sort(inOrder);
  return customers;
}

/** Whether two customers' rows say the same. */
export function areSame(a: CustomerRows | undefined, b: CustomerRows | undefined): boolean {
  return (
    sameList(a?.movements ?? [], b?.movements ?? [], movementColumns) &&
    sameList(a?.payments ?? [], b?.payments ?? [], paymentColumns)
  );
}

const movementColumns = [
  "plan",
  "currency",
  "atMs",
  "day",
  "kind",
  "amountMinor",
  "beforeMinor",
  "afterMinor",
  "reason",
  "words",
  "untilDay",
] as const satisfies (keyof MovementRow)[];
const paymentColumns = [
  "invoiceId",
  "customerId",
  "currency",
  "amountMinor",
  "firstFailedMs",
  "recoveredMinor",
  "recoveredMs",
  "isRecovered",
  "openMinor",
  "firstFailedDay",
  "recoveredDay",
] as const satisfies (keyof FailedPayment)[];

const sameList = <T>(a: readonly T[], b: readonly T[], columns: readonly (keyof T)[]) =>
  a.length === b.length && a.every((row, at) => columns.every((column) => row[column] === b[at]![column]));

/** Writes customers' rows in place of those that are stored. */
export async function replaceStoredRows(
  client: SqlClient,
  companyId: string,
  customers: ReadonlyMap<string, CustomerRows>,
): Promise<void> {
  const ids = [...customers.keys()];
  if (ids.length === 0) return;
  for (const table of ["mrr_movements", "failed_payments"])
    await client.query(`delete from ${table} where company_id = $1 and customer_id = any($2::uuid[])`, [
      companyId,
      ids,
    ]);
  const movements = [...customers].flatMap(([customerId, { movements: rows }]) =>
    rows.map((row) => ({ customerId, ...row })),
  );
  await insertColumns(client, companyId, "mrr_movements", movements, {
    customer_id: ["uuid", ({ customerId }) => customerId],
    plan: ["text", ({ plan }) => plan],
    currency: ["text", ({ currency }) => currency],
    at: ["timestamptz", ({ atMs }) => new Date(atMs).toISOString()],
    day: ["date", ({ day }) => day],
    kind: ["text", ({ kind }) => kind],
    amount_minor: ["bigint", ({ amountMinor }) => amountMinor],
    before_minor: ["bigint", ({ beforeMinor }) => beforeMinor],
    after_minor: ["bigint", ({ afterMinor }) => afterMinor],
    reason: ["text", ({ reason }) => reason],
    words: ["text", ({ words }) => words],
    until_day: ["date", ({ untilDay }) => untilDay],
  });
  const payments = [...customers.values()].flatMap((rows) => rows.payments);
  await insertColumns(client, companyId, "failed_payments", payments, {
    invoice_id: ["uuid", ({ invoiceId }) => invoiceId],
    customer_id: ["uuid", ({ customerId }) => customerId],
    currency: ["text", ({ currency }) => currency],
    amount_minor: ["bigint", ({ amountMinor }) => amountMinor],
    first_failed_at: ["timestamptz", ({ firstFailedMs }) => new Date(firstFailedMs).toISOString()],
    first_failed_day: ["date", ({ firstFailedDay }) => firstFailedDay],
    recovered_minor: ["bigint", ({ recoveredMinor }) => recoveredMinor],
    recovered_at: [
      "timestamptz",
      ({ recoveredMs }) => (recoveredMs === null ? null : new Date(recoveredMs).toISOString()),
    ],
    recovered_day: ["date", ({ recoveredDay }) => recoveredDay],
    is_recovered: ["boolean", ({ isRecovered }) => isRecovered],
    open_minor: ["bigint", ({ openMinor }) => openMinor],
  });
}

async function insertColumns<T>(
  client: SqlClient,
  companyId: string,
  table: string,
  rows: readonly T[],
  columns: Record<string, [type: string, value: (row: T) => unknown]>,
): Promise<void> {
  if (rows.length === 0) return;
  const named = Object.entries(columns);
  await client.query(
    `insert into ${table} (company_id, ${named.map(([name]) => name).join(", ")})
     select $1, * from unnest(${named.map(([, [type]], at) => `$${at + 2}::${type}[]`).join(", ")})`,
    [companyId, ...named.map(([, [, value]]) => rows.map(value))],
  );
}
