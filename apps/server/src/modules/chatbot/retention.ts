import { CONVERSATION_UNDO_MS } from "@forestay/contracts";
import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import { deleteInSteps } from "#platform/db/delete-in-steps.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";

/** Removes deleted conversations for good, once they can no longer be brought back. */
export const conversationRetention = defineCompanyJob({
  name: "chatbot.retention",
  cron: "25 * * * *",
  listCompanyIds,
  handler({ db, clock, signal, payload: { companyId } }) {
    const before = new Date(clock.now().getTime() - CONVERSATION_UNDO_MS);
    return deleteInSteps({
      db,
      companyId,
      signal,
      table: "chat_conversations",
      where: sql`deleted_at < ${before}`,
    });
  },
});
