import type { Tx } from "#platform/db/transaction.ts";
import { publishEvent } from "#platform/live/publish-event.ts";

/** Has every open page of the company read its facts anew, once this transaction has committed. */
export function tellCompanyChanged(tx: Tx, companyId: string): Promise<void> {
  return publishEvent(tx, { companyId }, "company_changed", {});
}
