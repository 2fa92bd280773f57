import type { ServerModule } from "#platform/server-module.ts";
import { checkDomainsJob } from "./domains/sender-domains.ts";
import { bindCustomerMailRoutes } from "./routes.ts";
import { sendJob } from "./send/send-due.ts";

export { readRecipients } from "./tag-values.ts";
export { cancelMessages, writeMessages, type WrittenMessages } from "./write-messages.ts";
export { sendJob } from "./send/send-due.ts";

/** Messages to a company's customers: who they come from, who is not written to, each sent once at its time. */
export const customerMailModule: ServerModule = {
  name: "customer-mail",
  routes: bindCustomerMailRoutes,
  jobs: [sendJob.cron, sendJob.company, checkDomainsJob.cron, checkDomainsJob.company],
};
