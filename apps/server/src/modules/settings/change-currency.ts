import { hasUnnamedAmounts } from "#modules/customers/index.ts";
import { hasAmountsIn } from "#modules/ledger/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";

/**
 * Refuses another currency while there are amounts in the one of now: no rate would turn them into the other, and 50 dollars
 * would be called 50 euros, or 5,000 yen. Throws `validation_failed`; `at` is where the field stands in the request ('company.').
 */
export async function checkCurrencyChange(
  tx: Tx,
  companyId: string,
  { from, to }: { from: string; to: string },
  at = "",
): Promise<void> {
  if (from === to) return;
  if (!(await hasUnnamedAmounts(tx, companyId)) && !(await hasAmountsIn(tx, companyId, from))) return;
  throw new AppError("validation_failed", {
    fields: {
      [`${at}currency`]: `There are amounts in ${from} here, and they would not be converted. Take back the imports that brought them, or remove the sample data or the billing connection with its data; then choose ${to} and bring them again. Where an import can no longer be taken back, erase its customers, each on its page, or register with another e-mail address: that begins a new company, in ${to}.`,
    },
  });
}
