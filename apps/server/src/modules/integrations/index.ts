import type { ServerModule } from "#platform/server-module.ts";
import { followJob } from "./follow-news.ts";
import { bindIntegrationRoutes } from "./routes.ts";
import { probeJob } from "./probe.ts";
import { removeDataJob } from "./removal/remove-data.ts";
import { reconcileJob } from "./reconcile.ts";
import { sendPostsJob, showDoneJob } from "./posting/send-posts.ts";
import { syncJob } from "./run-sync.ts";
import { retentionJob, scheduleJob } from "./schedule.ts";
import { rewrapJob } from "./sealed-columns.ts";

export { cardSources, createCardPage, readChargedCard, readChargedCards } from "./cards.ts";
export { createCardLink, payInvoice, readCardInPlace, readCollecting, readOpenBill } from "./collect.ts";
export type { ChargedCard } from "./collecting.ts";
export { readConnectionHealth } from "./connection-health.ts";
export { integrationSeals } from "./sealed-columns.ts";
export { findScoreWriting, switchScoreWriting, type ScoreWriter } from "./write-scores.ts";
export { KEPT_TAG_PREFIX, TagGone } from "./audience-writing.ts";
export { findAudienceWriting, type AudienceWriter } from "./keep-audiences.ts";
export { isConnected, readAgain } from "./read-again.ts";
export { countConnectedSystems, readConnectedSystems } from "./count-connected.ts";
export { erasePostsSaying, forgetInIntegrations } from "./forget-customer.ts";
export { findPosting, postMessage } from "./posting/post-message.ts";
export {
  claimChannelDigest,
  readChannelDigest,
  tellChannels,
  type ChannelDigest,
} from "./posting/tell-channels.ts";
export { ProviderError } from "./provider-error.ts";
export type { WrittenScore } from "./score-writing.ts";
export { listIntegrations } from "./to-integration.ts";
export {
  consentWithdrawn,
  integrationFailed,
  integrationRead,
  integrationSynced,
  peopleDeletedThere,
  personErasedThere,
  stepDoneThere,
} from "./events.ts";

/** Connected systems: what a company connected, what comes in from there and what could not. */
export const integrationsModule: ServerModule = {
  name: "integrations",
  routes: bindIntegrationRoutes,
  jobs: [
    syncJob,
    removeDataJob,
    sendPostsJob,
    showDoneJob,
    followJob,
    reconcileJob.cron,
    reconcileJob.company,
    scheduleJob.cron,
    scheduleJob.company,
    probeJob.cron,
    probeJob.company,
    retentionJob.cron,
    retentionJob.company,
    rewrapJob.cron,
    rewrapJob.company,
  ],
};
