import { setImmediate as nextTurn } from "node:timers/promises";
import { failedBillsOf, subscriptionLinesOf } from "#modules/ledger/index.ts";
import type { SqlClient } from "#platform/db/transaction.ts";
import type { CountedBy } from "./counted-by.ts";
import { failedPayment } from "./failed-payments.ts";
import { movementRows } from "./movement-rows.ts";
import type { CustomerRows } from "./stored-rows.ts";

/** Customers worked out before the process does something else. */
export const CUSTOMERS_PER_TURN = 500;

/** The rows that customers' ledgers make as they stand; customers who make none are left out. */
export async function readLedgerRows(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
  by: CountedBy,
): Promise<Map<string, CustomerRows>> {
  const customers = new Map<string, CustomerRows>();
  const sold = await subscriptionLinesOf(client, companyId, { customerIds, limit: customerIds.length });
  for (const [at, { customerId, lines }] of sold.entries()) {
    if (at % CUSTOMERS_PER_TURN === CUSTOMERS_PER_TURN - 1) await nextTurn();
    const movements = movementRows(lines, by);
    if (movements.length > 0) customers.set(customerId, { movements, payments: [] });
  }
  for (const bill of await failedBillsOf(client, companyId, customerIds)) {
    const payment = failedPayment(bill, by.calendar);
    if (payment === null) continue;
    const own = customers.get(payment.customerId) ?? { movements: [], payments: [] };
    customers.set(payment.customerId, own);
    own.payments.push(payment);
  }
  for (const { payments } of customers.values())
    payments.sort((a, b) => (a.invoiceId < b.invoiceId ? -1 : 1));
  return customers;
}
