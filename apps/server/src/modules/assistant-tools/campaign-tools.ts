import { campaignResultsSchema, campaignStatuses, campaignSummarySchema } from "@forestay/contracts";
import { z } from "zod";
import { listCampaigns, readCampaign, readResults } from "#modules/campaigns/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { defineTool, MOST_ROWS, USUAL_ROWS } from "./tool.ts";

const campaignRow = campaignSummarySchema.omit({ trigger: true, steps: true });

const FIGURES =
  "`enteredCount` were drawn to get it and `heldCount` held out at random; `uplift` is the share kept of those drawn less that of those held out (-1 to 1, 95% interval), `revenueRecovered` the yearly revenue kept by it in major units; both are null until something can be said.";

export const campaignTools = [
  defineTool({
    name: "list_campaigns",
    title: "List campaigns",
    description: `The company's campaigns with what they came to, newest first; archived ones only by their status. ${FIGURES}`,
    group: "campaigns",
    policy: "campaigns:read",
    readOnly: true,
    input: z.object({
      search: z.string().max(200).optional(),
      status: z.enum(campaignStatuses).optional(),
      limit: z.number().int().min(1).max(MOST_ROWS).default(USUAL_ROWS),
    }),
    output: z.object({
      campaigns: z.array(campaignRow),
      totalCount: z.number(),
      allCount: z.number(),
      activeCount: z.number(),
      pausedCount: z.number(),
    }),
    run: ({ db }, { companyId }, { limit, ...query }) =>
      withTenant(db, companyId, async (tx) => {
        const { items, ...read } = await listCampaigns(tx, companyId, { ...query, page: 1, pageSize: limit });
        return { ...read, campaigns: items };
      }),
  }),
  defineTool({
    name: "get_campaign",
    title: "Get a campaign",
    description: `One campaign and its verdict: \`headline\` and \`explanation\` in words, customers kept and revenue with 95% intervals against those held out, costs, and how far its messages came. Clicks and opens are no effect: say what \`headline\` says. ${FIGURES}`,
    group: "campaigns",
    policy: "campaigns:read",
    readOnly: true,
    input: z.object({ id: z.uuid() }),
    output: campaignRow.extend({
      results: campaignResultsSchema.omit({ curves: true, currency: true }),
    }),
    run: ({ db, clock }, { companyId }, { id }) =>
      withTenant(db, companyId, async (tx) => ({
        ...(await readCampaign(tx, companyId, id, clock.now())),
        results: await readResults(tx, companyId, id, clock.now()),
      })),
  }),
];
