import { formatCount, formatCounted, formatMoney, formatShare, plural } from "@forestay/contracts/words";
import { CannotAnswer, link, type AnswerBuilder } from "../answer-builder.ts";
import { campaignPath } from "../paths.ts";
import type { Concept } from "../reading/lexicon.ts";
import type { CampaignFacts, CampaignRow } from "../tool-shapes.ts";

interface CampaignList {
  campaigns: CampaignRow[];
  allCount: number;
  activeCount: number;
  pausedCount: number;
}

const verdicts: Record<CampaignRow["finding"], string> = {
  waiting: "too early to say",
  open: "not conclusive yet",
  kept: "worked",
  lost: "did harm",
  none: "no effect to see",
};

/** The campaigns, and what each came to: what worked first, where that is asked. */
export async function answerCampaigns(build: AnswerBuilder, text: string): Promise<void> {
  const { campaigns, allCount, activeCount, pausedCount } = await build.ask<CampaignList>("list_campaigns", {
    limit: 50,
  });
  build.source("Campaigns", "/app/campaigns", formatCounted(allCount, "campaign"));
  if (allCount === 0) {
    build.say("There are no campaigns yet.").action("New campaign", "/app/campaigns/create");
    return;
  }
  const asksWhatWorked =
    /\b(?:work\w*|best|success\w*|effect\w*|helped|better|worst|harm\w*)\b/.test(text) &&
    !/\bhow many\b/.test(text);
  const asksRunning = /\b(?:running|active|live|on)\b/.test(text) && !asksWhatWorked;
  build.say(
    link(formatCounted(allCount, "campaign"), "/app/campaigns"),
    `: ${activeCount === 0 ? "none is" : `${formatCount(activeCount)} ${plural(activeCount, "is", "are")}`} running${pausedCount === 0 ? "" : ` and ${formatCount(pausedCount)} ${plural(pausedCount, "is", "are")} paused`}.`,
  );
  const shown = asksRunning
    ? campaigns.filter(({ status }) => status === "Active" || status === "Paused")
    : asksWhatWorked
      ? campaigns
          .filter(({ uplift }) => uplift !== null)
          .toSorted((a, b) => (b.uplift?.low ?? 0) - (a.uplift?.low ?? 0))
      : campaigns;
  if (asksWhatWorked && shown.length === 0)
    throw new CannotAnswer("Of no campaign can anything be said yet: nobody's measured days are over.");
  if (shown.length > 0)
    build.table(
      ["Campaign", "Verdict", "Stayed more, of 100"],
      shown
        .slice(0, 6)
        .map((one) => [
          link(one.name, campaignPath(one.id)),
          verdicts[one.finding],
          one.uplift === null ? "not known" : points(one.uplift),
        ]),
    );
}

const points = ({ value, low, high }: { value: number; low: number; high: number }) =>
  `${hundreds(value)} (${hundreds(low)} to ${hundreds(high)})`;
const hundreds = (share: number) => (100 * share).toFixed(1).replace("-0.0", "0.0");

/** One campaign: its verdict, or the figure that is asked for. */
export async function answerCampaign(
  build: AnswerBuilder,
  campaign: { id: string; name: string },
  concepts: ReadonlySet<Concept>,
): Promise<void> {
  const one = await build.ask<CampaignFacts>("get_campaign", { id: campaign.id });
  build.memory.campaign = { id: one.id, name: one.name };
  const path = campaignPath(one.id);
  const name = link(one.name, path);
  const { results } = one;
  build.asOf(results.asOf).source(one.name, path, one.triggerWords);
  if (results.sent.customers + results.held.customers === 0) {
    build.say(name, ` is ${statusWords(one)}: nobody has entered yet.`);
    return;
  }
  const sent = link(formatCounted(results.sent.customers, "customer"), path);
  if (concepts.has("heldOut")) {
    build.say(
      link(formatCounted(results.held.customers, "customer"), path),
      ` ${plural(results.held.customers, "was", "were")} held out of `,
      name,
      `, and ${formatCount(results.sent.customers)} drawn to get it.`,
    );
    return;
  }
  if (concepts.has("clicks")) {
    build.say(
      `Of ${formatCount(results.funnel.sent)} who were written to in `,
      name,
      ", ",
      link(formatCount(results.funnel.clicked), path),
      ` clicked and ${formatCount(results.funnel.unsubscribed)} unsubscribed. Clicks say nothing of who would have stayed anyway: ${results.headline}.`,
    );
    return;
  }
  if (concepts.has("reached")) {
    build.say(
      sent,
      ` ${plural(results.sent.customers, "was", "were")} drawn to get `,
      name,
      `; ${formatCount(results.funnel.sent)} of them were written to, and ${formatCount(results.held.customers)} held out.`,
    );
    return;
  }
  if (concepts.has("netValue")) {
    if (results.netValue === null)
      throw new CannotAnswer(`What ${one.name} brought is not known. ${results.headline}.`);
    build.say(
      "After its costs, ",
      name,
      " comes to ",
      link(formatMoney(results.netValue.value, one.currency), path),
      ` a year, between ${formatMoney(results.netValue.low, one.currency)} and ${formatMoney(results.netValue.high, one.currency)} with a chance of 95%. ${results.headline}.`,
    );
    return;
  }
  if (concepts.has("kept") && (concepts.has("customers") || concepts.has("count"))) {
    const { keptMore } = results;
    if (keptMore === null)
      throw new CannotAnswer(`How many ${one.name} kept is not known. ${results.headline}.`);
    build.say(
      name,
      " kept ",
      link(formatCounted(Math.round(keptMore.value), "customer"), path),
      ` who would have left, between ${formatCount(Math.round(keptMore.low))} and ${formatCount(Math.round(keptMore.high))} with a chance of 95%.`,
    );
    return;
  }
  if (concepts.has("mrr") || concepts.has("kept")) {
    if (results.revenue === null)
      throw new CannotAnswer(`What ${one.name} kept is not known. ${results.headline}.`);
    build.say(
      name,
      " kept ",
      link(formatMoney(results.revenue.value, one.currency), path),
      ` of yearly revenue, between ${formatMoney(results.revenue.low, one.currency)} and ${formatMoney(results.revenue.high, one.currency)} with a chance of 95%.`,
    );
    return;
  }
  build.say(name, `: `, link(results.headline, path), `. ${results.explanation}`);
  if (!results.isFinal && results.readsAt !== null && one.status !== "Draft")
    build.say("It is not finished: the verdict may still change.");
  if (results.uplift !== null)
    build.say(
      `Drawn: ${formatCount(results.sent.customers)}, held out: ${formatCount(results.held.customers)}; of those drawn ${formatShare(Math.abs(results.uplift.value))} ${results.uplift.value < 0 ? "fewer" : "more"} stayed.`,
    );
}

const statusWords = ({ status }: CampaignRow) => (status === "Draft" ? "a draft" : status.toLowerCase());
