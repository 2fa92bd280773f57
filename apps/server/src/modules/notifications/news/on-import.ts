import { importKindNouns, importKinds } from "@forestay/contracts";
import { formatCount, formatCounted } from "@forestay/contracts/words";
import { z } from "zod";
import { importCompleted, importFailed } from "#modules/imports/index.ts";
import { later, on } from "#platform/events/domain-events.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { News } from "../notify.ts";
import { tellOnce, TELLING } from "../tell-once.ts";

const endedSchema = z.object({
  companyId: z.uuid(),
  importId: z.uuid(),
  fileName: z.string(),
  startedBy: z.object({ userId: z.uuid().nullable() }),
});
type Ended = z.output<typeof endedSchema>;

/** The person who started it, or who made the API key that did; where nobody did, everybody who could have. */
function recipientsOf({ startedBy: { userId } }: Ended): News["recipients"] {
  return userId === null ? { policy: "customers:write" } : { userIds: [userId] };
}

const link = ({ importId }: Ended) => ({
  actionUrl: `/imports/${importId}` as const,
  actionText: "View import",
  dedupeKey: `import:${importId}`,
});

export const tellImportCompleted = defineJob({
  name: "notifications.tell-import-completed",
  schema: endedSchema.extend({
    // Told before files had kinds: of customers.
    rows: z.enum(importKinds).default("customers"),
    createdCount: z.int(),
    updatedCount: z.int(),
    errorCount: z.int(),
  }),
  ...TELLING,
  handler(run) {
    const { fileName, rows, createdCount, updatedCount, errorCount } = run.payload;
    const leftOut = errorCount === 0 ? "" : `, ${formatCounted(errorCount, "row")} left out with errors`;
    return tellOnce(run, {
      recipients: recipientsOf(run.payload),
      kind: "import_completed",
      type: errorCount === 0 ? "Success" : "Info",
      title: "Import finished",
      message: `${fileName}: ${formatCounted(createdCount, importKindNouns[rows])} added, ${formatCount(updatedCount)} updated${leftOut}.`,
      ...link(run.payload),
    });
  },
});

export const tellImportFailed = defineJob({
  name: "notifications.tell-import-failed",
  schema: endedSchema.extend({ failure: z.string() }),
  ...TELLING,
  handler: (run) =>
    tellOnce(run, {
      recipients: recipientsOf(run.payload),
      kind: "import_failed",
      type: "Error",
      title: "Import failed",
      message: `${run.payload.fileName}: ${run.payload.failure}`,
      ...link(run.payload),
    }),
});

export const importNews = [
  // In the transaction: screens refresh when the rows are there, and never for rows that were rolled back.
  on(importCompleted, (tx, { companyId, importId }) =>
    publishEvent(tx, { companyId }, "import_completed", { importId }),
  ),
  later(importCompleted, tellImportCompleted),
  later(importFailed, tellImportFailed),
];
