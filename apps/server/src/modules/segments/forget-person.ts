import { sql } from "kysely";
import { forgetWords, type PersonWords } from "#platform/db/forget-words.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Takes an erased customer out of the rules and words of segments; a rule that asked for its words is counted anew. */
export const forgetInSegments = (tx: Tx, companyId: string, words: PersonWords): Promise<void> =>
  forgetWords(
    tx,
    companyId,
    {
      table: "segments",
      names: ["name"],
      texts: ["description"],
      json: ["criteria"],
      also: sql`version = version + 1, needs_recount = true`,
    },
    words,
  );
