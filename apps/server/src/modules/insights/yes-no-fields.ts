import { listStoredAttributes } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Fields of rules whose values are true or false: models know them by the words Yes and No. */
export async function readYesNoFields(tx: Tx, companyId: string): Promise<ReadonlySet<string>> {
  const attributes = await listStoredAttributes(tx, companyId);
  return new Set(attributes.filter(({ kind }) => kind === "boolean").map(({ key }) => `attributes.${key}`));
}
