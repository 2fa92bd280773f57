import type { ServerModule } from "#platform/server-module.ts";
import { checkDomainsJob } from "./domains/sender-domains.ts";
import { bindCustomerMailRoutes } from "./routes.ts";
import { sendJob } from "./send/send-due.ts";

export { hashAddress } from "./addresses.ts";
export { tagsOf } from "./content/keep-content.ts";
export { renderContent, type RenderedMessage, type TagValues } from "./content/render-content.ts";
export { maySendMarketing, readSending, senderOfMessages, type Sending } from "./sending-settings.ts";
export { addSuppression, findSuppression, reasonsAgainst } from "./suppressions.ts";
export { readRecipients, type Recipient } from "./tag-values.ts";
export {
  cancelMessages,
  writeMessages,
  type MessageSource,
  type NewMessage,
  type WrittenMessages,
} from "./write-messages.ts";
export { sendJob } from "./send/send-due.ts";

/** Messages to a company's customers: who they come from, who is not written to, each sent once at its time. */
export const customerMailModule: ServerModule = {
  name: "customer-mail",
  routes: bindCustomerMailRoutes,
  jobs: [sendJob.cron, sendJob.company, checkDomainsJob.cron, checkDomainsJob.company],
};
