import { importCompleted, importFailed, type ImportEnded } from "#modules/imports/index.ts";
import { on } from "#platform/events/domain-events.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import { notify, type News } from "../notify.ts";

const count = (number: number, noun: string) =>
  `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;

/** The person who started it; where nobody did, everybody who could have. */
function recipientsOf({ startedByUserId }: ImportEnded): News["recipients"] {
  return startedByUserId === null ? { policy: "customers:write" } : { userIds: [startedByUserId] };
}

const link = ({ importId }: ImportEnded) => ({
  actionUrl: `/imports/${importId}` as const,
  dedupeKey: `import:${importId}`,
});

export const onImportCompleted = on(importCompleted, async (tx, ended, context) => {
  const { companyId, importId, fileName, createdCount, updatedCount, errorCount } = ended;
  await notify(tx, context, {
    companyId,
    recipients: recipientsOf(ended),
    kind: "import_completed",
    type: errorCount === 0 ? "Success" : "Info",
    title: "Import finished",
    message: `${fileName}: ${count(createdCount, "customer")} added, ${updatedCount.toLocaleString("en-US")} updated${
      errorCount === 0 ? "" : `, ${count(errorCount, "row")} left out with errors`
    }.`,
    actionText: "View import",
    ...link(ended),
  });
  await publishEvent(tx, { companyId }, "import_completed", { importId });
});

export const onImportFailed = on(importFailed, async (tx, ended, context) => {
  await notify(tx, context, {
    companyId: ended.companyId,
    recipients: recipientsOf(ended),
    kind: "import_failed",
    type: "Error",
    title: "Import failed",
    message: `${ended.fileName}: ${ended.failure}`,
    actionText: "View import",
    ...link(ended),
  });
});
