import { DAY_MS, type AuditAction } from "@forestay/contracts";
import type { LightMyRequestResponse } from "fastify";
import { campaignBody, mailContent } from "./campaign-body.ts";

type Writes = (
  action: AuditAction,
  name: string,
  request?: { id?: string | readonly string[]; body?: object },
) => Promise<LightMyRequestResponse>;

const idOf = (answer: LightMyRequestResponse) => answer.json<{ id: string }>().id;

/** Every deed with a campaign, done once; its company has a postal address by now. */
export async function walkCampaigns(writes: Writes, customerId: string): Promise<void> {
  const id = idOf(await writes("campaign.created", "POST /campaigns", { body: campaignBody() }));
  const draft = idOf(await writes("campaign.created", "POST /campaigns/:id/duplicate", { id }));
  await writes("campaign.changed", "PUT /campaigns/:id", { id, body: { ...campaignBody(), version: 1 } });
  await writes("campaign.tested", "POST /campaigns/test-message", {
    body: { content: mailContent, customerId },
  });
  const nextMonth = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
  await writes("campaign.scheduled", "POST /campaigns/:id/start", {
    id,
    body: { expectedCount: 100, startsOn: { day: nextMonth, time: "09:00" } },
  });
  await writes("campaign.called_off", "POST /campaigns/:id/call-off", { id });
  await writes("campaign.started", "POST /campaigns/:id/start", { id, body: { expectedCount: 100 } });
  await writes("campaign.paused", "POST /campaigns/:id/pause", { id });
  await writes("campaign.resumed", "POST /campaigns/:id/resume", { id });
  await writes("campaign.archived", "POST /campaigns/:id/archive", { id });
  await writes("campaign.deleted", "DELETE /campaigns/:id", { id: draft });
}
