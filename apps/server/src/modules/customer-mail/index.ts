import type { ServerModule } from "#platform/server-module.ts";
import { checkDomainsJob } from "./domains/sender-domains.ts";
import { consentNews } from "./on-consent.ts";
import { rewrapJob } from "./domains/sealed-columns.ts";
import { bindCustomerMailRoutes } from "./routes.ts";
import { sendJob } from "./send/send-due.ts";

export { hashAddress } from "./addresses.ts";
export { tagsOf } from "./content/keep-content.ts";
export { heldUntil } from "./held-until.ts";
export { reachableAmong } from "./reachable.ts";
export { readMessageFigures } from "./message-figures.ts";
export { sourcesWithLapsed } from "./lapsed-messages.ts";
export { messagesOfSource, type MessageOfSource } from "./messages-of-source.ts";
export { previewMessage } from "./preview-message.ts";
export { listMessageLines } from "./timeline-messages.ts";
export { readSending, type Sending } from "./sending-settings.ts";
export { addressHashSql, notSuppressedSql, refusedAmong } from "./suppressions.ts";
export { missingTagSql, readRecipients, tagLabel, type Recipient } from "./tag-values.ts";
export {
  cancelMessages,
  holdMessages,
  releaseMessages,
  writeMessages,
  type WrittenMessages,
} from "./write-messages.ts";
export { domainSeals } from "./domains/sealed-columns.ts";
export { sendJob } from "./send/send-due.ts";
export { writePastMessages, type PastMessage } from "./past-messages.ts";

/** Messages to a company's customers: who they come from, who is not written to, each sent once at its time. */
export const customerMailModule: ServerModule = {
  name: "customer-mail",
  routes: bindCustomerMailRoutes,
  jobs: [
    sendJob.cron,
    sendJob.company,
    checkDomainsJob.cron,
    checkDomainsJob.company,
    rewrapJob.cron,
    rewrapJob.company,
  ],
  subscriptions: consentNews,
};
