import { forgetWords, type PersonWords } from "#platform/db/forget-words.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Takes an erased customer out of what was done to many at once. */
export const forgetInBulkActions = (tx: Tx, companyId: string, words: PersonWords): Promise<void> =>
  forgetWords(
    tx,
    companyId,
    { table: "bulk_actions", texts: ["words", "failure"], json: ["selection", "action"] },
    words,
  );
