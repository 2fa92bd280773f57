import { auditActionWords } from "@forestay/contracts/wire";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatChanges, formatDateTime } from "@/lib/format/index.ts";
import type { UserDetail } from "../api/user-queries.ts";

/** What was done by this person and to them, newest first. */
export function UserAudit({ audit }: { audit: UserDetail["audit"] }) {
  return (
    <Cell
      title="Audit"
      subtitle={audit.length === 0 ? "Nothing recorded" : "By this person and to them, newest first"}
    >
      {audit.length === 0 ? null : (
        <ol className="m-0 list-none divide-y divide-line border-t border-line p-0">
          {audit.map((entry) => (
            <li key={entry.id} className="py-2 text-ui">
              <span className="flex flex-wrap justify-between gap-x-4">
                <span className="font-emphasis text-ink">{auditActionWords(entry.action)}</span>
                <span className="text-note text-ink-2">{formatDateTime(entry.occurredAt)}</span>
              </span>
              <span className="block text-note break-words text-ink-2">
                {[
                  `by ${entry.actor}`,
                  entry.ipAddress === null ? "" : `from ${entry.ipAddress}`,
                  formatChanges(entry),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Cell>
  );
}
