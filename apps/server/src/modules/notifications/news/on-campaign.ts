import { z } from "zod";
import { campaignNotStarted, campaignPaused, campaignRead } from "#modules/campaigns/index.ts";
import { later } from "#platform/events/domain-events.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { tellOnce, TELLING } from "../tell-once.ts";

const campaign = { companyId: z.uuid(), campaignId: z.uuid(), name: z.string() };

/** Whoever runs campaigns: what one came to is decided once, on its planned day. */
export const tellCampaignRead = defineJob({
  name: "notifications.tell-campaign-read",
  schema: z.object({ ...campaign, headline: z.string(), explanation: z.string() }),
  ...TELLING,
  handler(run) {
    const { campaignId, name, headline, explanation } = run.payload;
    return tellOnce(run, {
      recipients: { policy: "campaigns:write" },
      kind: "campaign_read",
      type: "Info",
      title: `${name}: ${headline}`,
      message: explanation,
      actionUrl: `/campaigns/${campaignId}`,
      actionText: "See the results",
      dedupeKey: `campaign-read:${campaignId}`,
    });
  },
});

/** Nothing of it leaves until somebody has looked. */
export const tellCampaignPaused = defineJob({
  name: "notifications.tell-campaign-paused",
  schema: z.object({ ...campaign, because: z.string() }),
  ...TELLING,
  handler(run) {
    const { campaignId, name, because } = run.payload;
    return tellOnce(run, {
      recipients: { policy: "campaigns:write" },
      kind: "campaign_paused",
      type: "Warning",
      title: `${name} is paused`,
      message: because,
      actionUrl: `/campaigns/${campaignId}`,
      actionText: "Look at it",
      dedupeKey: `campaign-paused:${campaignId}:${because}`,
    });
  },
});

/** A planned start that a check stopped: a person mends what is said, and starts it or plans it anew. */
export const tellCampaignNotStarted = defineJob({
  name: "notifications.tell-campaign-not-started",
  schema: z.object({ ...campaign, because: z.string(), plannedFor: z.string() }),
  ...TELLING,
  handler(run) {
    const { campaignId, name, because, plannedFor } = run.payload;
    return tellOnce(run, {
      recipients: { policy: "campaigns:write" },
      kind: "campaign_not_started",
      type: "Warning",
      title: `${name} did not start as planned`,
      message: because,
      actionUrl: `/campaigns/${campaignId}/edit`,
      actionText: "Look at it",
      dedupeKey: `campaign-not-started:${campaignId}:${plannedFor}`,
    });
  },
});

export const campaignNews = [
  later(campaignNotStarted, tellCampaignNotStarted),
  later(campaignRead, tellCampaignRead),
  later(campaignPaused, tellCampaignPaused),
];
