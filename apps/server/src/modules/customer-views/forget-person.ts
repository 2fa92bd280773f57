import { sql } from "kysely";
import { forgetWords, type PersonWords } from "#platform/db/forget-words.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Takes an erased customer out of saved views that look for it. */
export const forgetInViews = (tx: Tx, companyId: string, words: PersonWords): Promise<void> =>
  forgetWords(
    tx,
    companyId,
    {
      table: "customer_views",
      names: ["name"],
      texts: ["search"],
      json: ["conditions"],
      also: sql`version = version + 1`,
    },
    words,
  );
