import { forgetWords, type PersonWords } from "#platform/db/forget-words.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Takes an erased customer out of the rules and words of segments. Who is in them does not change by it: the customer is gone. */
export const forgetInSegments = (tx: Tx, companyId: string, words: PersonWords): Promise<string[]> =>
  forgetWords(
    tx,
    companyId,
    { table: "segments", names: ["name"], texts: ["description"], json: ["criteria"] },
    words,
  );
