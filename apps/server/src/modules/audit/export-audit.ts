import { Readable } from "node:stream";
import { csvLine } from "@forestay/contracts/words";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { readAudit, type AuditEntry, type AuditFilter } from "./list-audit.ts";

const ROWS_PER_READ = 2000;
const header = ["occurred_at", "actor", "via", "action", "target", "ip_address", "before", "after"];

/** A company's filtered log as CSV, newest first, a few thousand entries at a time. */
export function openAuditExport(db: Database, companyId: string, filter: AuditFilter): Readable {
  async function* lines() {
    // A byte order mark: without it spreadsheets read UTF-8 as something else.
    yield "\u{FEFF}" + csvLine(header);
    let after: AuditEntry | undefined;
    for (;;) {
      const entries = await withTenant(db, companyId, (tx) =>
        readAudit(tx, companyId, filter, { after, limit: ROWS_PER_READ }),
      );
      if (entries.length > 0) yield entries.map(toLine).join("");
      after = entries.at(-1);
      if (entries.length < ROWS_PER_READ) return;
    }
  }
  return Readable.from(lines());
}

const toLine = (entry: AuditEntry) =>
  csvLine([
    entry.occurredAt,
    entry.actor,
    entry.via,
    entry.action,
    entry.target,
    entry.ipAddress,
    entry.before && JSON.stringify(entry.before),
    entry.after && JSON.stringify(entry.after),
  ]);
