import type { Staff } from "@forestay/contracts";
import { readStaffNames } from "#modules/companies/index.ts";
import { readCustomerNames } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";

/** A customer as work names it. Throws `not_found`, also for another company's. */
export async function requireCustomer(tx: Tx, companyId: string, customerId: string) {
  const customer = (await readCustomerNames(tx, companyId, [customerId])).get(customerId);
  if (!customer) throw new AppError("not_found", { message: "This customer does not exist." });
  return customer;
}

/** Customers as rows of work show them; of those who are gone there is no row either. */
export async function readConcerned(tx: Tx, companyId: string, customerIds: readonly string[]) {
  const names = await readCustomerNames(tx, companyId, [...new Set(customerIds)]);
  return (id: string) => {
    const { name, score, level } = names.get(id) ?? { name: "", score: null, level: null };
    return { id, name, churnRiskScore: score, churnRiskLevel: level };
  };
}

/** The company's people, to name those of rows by. */
export async function readPeople(
  tx: Tx,
  companyId: string,
): Promise<(userId: string | null) => Staff | null> {
  const names = await readStaffNames(tx, companyId);
  return (userId) => {
    const name = userId === null ? undefined : names.get(userId);
    return userId === null || name === undefined ? null : { userId, name };
  };
}

/** Throws `validation_failed` at a field that names somebody who is none of the company's people. */
export async function requirePeople(
  tx: Tx,
  companyId: string,
  userIds: readonly (string | null)[],
  field: string,
): Promise<void> {
  const names = await readStaffNames(tx, companyId);
  if (userIds.some((id) => id !== null && !names.has(id)))
    throw new AppError("validation_failed", {
      fields: { [field]: "This person is not in your company any more" },
    });
}
