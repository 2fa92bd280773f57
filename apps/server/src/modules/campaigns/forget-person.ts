import { forgetWords, type PersonWords } from "#platform/db/forget-words.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Takes an erased customer out of campaigns' audiences, words and messages. */
export async function forgetInCampaigns(tx: Tx, companyId: string, words: PersonWords): Promise<void> {
  await forgetWords(
    tx,
    companyId,
    { table: "campaigns", texts: ["name", "description"], json: ["said"] },
    words,
  );
  await forgetWords(tx, companyId, { table: "campaign_versions", json: ["steps", "exit_criteria"] }, words);
}
