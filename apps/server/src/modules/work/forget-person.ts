import { forgetInTimelines } from "#modules/customers/index.ts";
import { forgetWords, type PersonWords } from "#platform/db/forget-words.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Takes an erased customer out of notes, tasks and plans of others, and out of the lines that tell of them. */
export async function forgetInWork(tx: Tx, companyId: string, words: PersonWords): Promise<void> {
  const gives = "customer_id";
  const told = [
    ...(await forgetWords(tx, companyId, { table: "notes", texts: ["body"], gives }, words)),
    ...(await forgetWords(tx, companyId, { table: "tasks", texts: ["title"], gives }, words)),
    ...(await forgetWords(
      tx,
      companyId,
      { table: "risk_cases", texts: ["plan", "outcome_note"], gives },
      words,
    )),
  ];
  await forgetInTimelines(tx, companyId, [...new Set(told)], words);
}
