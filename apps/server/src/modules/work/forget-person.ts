import { sql } from "kysely";
import { forgetInTimelines } from "#modules/customers/index.ts";
import { forgetWords, type PersonWords } from "#platform/db/forget-words.ts";
import type { Tx } from "#platform/db/transaction.ts";

const also = sql`version = version + 1`;

/** Takes an erased customer out of notes, tasks and plans of others, and out of the lines that tell of them. */
export async function forgetInWork(tx: Tx, companyId: string, words: PersonWords): Promise<void> {
  await forgetWords(tx, companyId, { table: "notes", texts: ["body"], also }, words);
  await forgetWords(tx, companyId, { table: "tasks", texts: ["title"], also }, words);
  await forgetWords(tx, companyId, { table: "risk_cases", texts: ["plan", "outcome_note"], also }, words);
  await forgetInTimelines(tx, companyId, ["note", "task_done", "risk_case"], words);
}
