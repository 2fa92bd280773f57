import { defineJob } from "#platform/jobs/job.ts";
import { importTaskSchema } from "./import-task.ts";
import { failImport } from "./fail-import.ts";
import { processImport } from "./process-import.ts";
import { undoImport } from "./undo-import.ts";
import { validateImport } from "./validate-import.ts";

/**
 * All long work of imports: one per company at a time, others wait their turn. Each task goes on from what the job
 * row says, so running it twice, or again after a kill, ends in the same rows.
 */
export const importsRun = defineJob({
  name: "imports.run",
  schema: importTaskSchema,
  onePerGroup: true,
  concurrency: 2,
  // A killed worker counts as an attempt: five kills in a row must not end an import.
  retryLimit: 12,
  retryDelaySeconds: 1,
  // With the 15 s until a killed worker is missed, every one of them is made up for within 30 s. Seen without: the
  // wait doubled with each kill, 39 s after the fifth.
  longestRetryDelaySeconds: 5,
  expireInSeconds: 6 * 3600,
  handler: async (run) => {
    switch (run.payload.task) {
      case "validate":
        return validateImport(run, async (tx) => {
          const { companyId, importId } = run.payload;
          await run.jobs.enqueue(
            tx,
            importsRun,
            { companyId, importId, task: "process" },
            { groupKey: companyId },
          );
        });
      case "process":
        return processImport(run);
      case "undo":
        return undoImport(run);
      default:
        throw new Error("Unknown import task");
    }
  },
  onExhausted: (run) =>
    failImport(
      run,
      "The import was interrupted too many times. Rows already written stay and can be undone.",
    ),
});
