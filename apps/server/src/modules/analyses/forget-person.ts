import { forgetWords, type PersonWords } from "#platform/db/forget-words.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Takes an erased customer out of what analyses were asked for. */
export const forgetInAnalyses = (tx: Tx, companyId: string, words: PersonWords): Promise<void> =>
  forgetWords(
    tx,
    companyId,
    { table: "churn_analyses", texts: ["failure"], json: ["selection", "summary"] },
    words,
  );
