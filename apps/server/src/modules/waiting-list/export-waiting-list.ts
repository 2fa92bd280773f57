import { csvLine } from "@forestay/contracts/words";
import { recordAudit } from "#modules/audit/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readEntries, type EntryFilter } from "./waiting-list-repository.ts";

/** About 15 MB: more have to be filtered. */
const MOST_ROWS = 100_000;

/** The list as CSV, as filtered, newest first. */
export function exportWaitingList(
  { db }: ModuleContext,
  user: SignedInUser,
  filter: EntryFilter,
): Promise<{ csv: string; rows: number }> {
  return withSystem(db, async (tx) => {
    const entries = await readEntries(tx, filter, MOST_ROWS);
    await recordAudit(tx, user, {
      action: "waiting_list.exported",
      after: { rows: entries.length },
      companyId: null,
    });
    const head = ["email", "first_name", "last_name", "company", "source", "status"];
    const moments = ["joined_at", "confirmed_at", "invited_at", "registered_at"];
    const lines = entries.map((entry) =>
      csvLine([
        entry.email,
        entry.firstName,
        entry.lastName,
        entry.companyName,
        entry.source,
        entry.status,
        entry.joinedAt,
        entry.confirmedAt,
        entry.invitedAt,
        entry.registeredAt,
      ]),
    );
    // The mark by which spreadsheets know UTF-8.
    return { csv: `\u{FEFF}${csvLine([...head, ...moments])}${lines.join("")}`, rows: entries.length };
  });
}
