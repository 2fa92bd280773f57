import {
  campaignInput,
  HOUR_MS,
  type CampaignInput,
  type CampaignStep,
  type MailContent,
} from "@forestay/contracts";
import { writePastCampaign } from "#modules/campaigns/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { createDraw } from "./simulator/draw.ts";
import { STEP_MS } from "./simulator/hazard.ts";
import {
  drawReading,
  simulateCampaign,
  type DemoCampaign,
  type DemoEntrant,
} from "./simulator/simulate-campaign.ts";
import type { DemoCustomer } from "./simulator/simulate-customer.ts";

interface SampleCampaign extends Omit<DemoCampaign, "startMs"> {
  /** Months of 30 days before today on whose first day customers entered. */
  monthsAgo: readonly number[];
  input: CampaignInput;
  /** Place of the step in which those wait who came last; null: it has been read. */
  waitsIn: number | null;
}

const content = (subject: string, ...texts: string[]): MailContent => ({
  subject,
  preheader: "",
  senderName: "",
  blocks: [
    { kind: "text", text: "Hi {{customer.firstName|there}}," },
    ...texts.map((text) => ({ kind: "text" as const, text })),
    { kind: "text", text: "{{owner.firstName|Your team}}, {{company.name}}" },
  ],
});
const mail = (
  id: string,
  name: string,
  a: MailContent,
  variantB: MailContent | null = null,
): CampaignStep => ({
  id,
  kind: "email",
  name,
  content: a,
  variantB,
});
const input = (part: Partial<CampaignInput> & { name: string }): CampaignInput =>
  campaignInput.parse({ trigger: { kind: "Manual" }, leavesOutOthers: false, steps: [], ...part });

const costs = { perThousandMessages: 1, perTask: 14, perOffer: 0, offerTakenBy: "goal" } as const;
const quiet = { field: "daysSinceActivity", operator: "GreaterThan", value: 0 } as const;

/** Two that were read, with half held out so that they could be, and one that runs. */
const campaigns: readonly SampleCampaign[] = [
  {
    monthsAgo: [7],
    measuredDays: 90,
    heldShare: 0.5,
    fromSilentDays: 1,
    seed: 9_101,
    waitsIn: null,
    input: input({
      name: "How is it going?",
      description: "Asks customers who have gone quiet what is in the way.",
      audience: [quiet],
      measuredDays: 90,
      holdoutShare: 0.5,
      costs,
      steps: [
        mail(
          "mail1",
          "How is it going?",
          content(
            "How is it going, {{customer.firstName|there}}?",
            "You have been here less lately. Is something missing, or in the way? Just answer this message: a person reads it.",
          ),
        ),
      ],
    }),
  },
  {
    monthsAgo: [4],
    measuredDays: 90,
    heldShare: 0.5,
    fromSilentDays: 0,
    seed: 9_202,
    waitsIn: null,
    input: input({
      name: "Two things to try",
      description: "Shows everybody what others get out of their plan, in two versions.",
      measuredDays: 90,
      holdoutShare: 0.5,
      costs,
      steps: [
        mail(
          "mail1",
          "Two things to try",
          content(
            "Two things worth ten minutes",
            "Teams on {{customer.plan|your plan}} get most out of the weekly report and the shared board. Both take ten minutes to set up.",
          ),
          content(
            "May I show you something?",
            "There are two things that most teams on {{customer.plan|your plan}} would miss if they were gone. Answer this message, and I will show you both.",
          ),
        ),
      ],
    }),
  },
  {
    monthsAgo: [2, 1],
    measuredDays: 45,
    heldShare: 0.3,
    fromSilentDays: 1,
    seed: 9_303,
    waitsIn: 1,
    input: input({
      name: "Quiet accounts",
      description: "Writes to customers who come less; their owner calls five weeks later.",
      audience: [quiet],
      measuredDays: 45,
      holdoutShare: 0.3,
      costs,
      steps: [
        mail(
          "mail1",
          "Worth your money?",
          content(
            "Are you getting what you pay for?",
            "You have been here less lately. One report or one routine often pays for all of it: may I show you which?",
          ),
        ),
        { id: "wait1", kind: "wait", name: "Wait", hours: 24 * 35, untilEvent: null },
        { id: "task1", kind: "task", name: "Call: uses little of what they pay for", dueInDays: 3 },
      ],
    }),
  },
];

const MORNING_MS = 9 * HOUR_MS;
const BY = "Sample data";

/** Writes the sample's campaigns: what came of them is in the lives, and what they came to is worked out from those. */
export async function writeSampleCampaigns(
  tx: Tx,
  companyId: string,
  customers: readonly DemoCustomer[],
  { idOf, today, now }: { idOf: ReadonlyMap<string, string>; today: Date; now: Date },
): Promise<void> {
  for (const { monthsAgo, waitsIn, input: said, ...campaign } of campaigns) {
    const draw = createDraw(campaign.seed + 1);
    const entered = new Map<string, DemoEntrant & { enteredAt: Date }>();
    for (const [index, months] of monthsAgo.entries()) {
      const startMs = today.getTime() - months * STEP_MS;
      for (const one of simulateCampaign(customers, {
        ...campaign,
        seed: campaign.seed + 10 * index,
        startMs,
      })) {
        const { externalId } = one.customer.account;
        if (!entered.has(externalId))
          entered.set(externalId, { ...one, enteredAt: new Date(startMs + MORNING_MS) });
      }
    }
    const [step] = said.steps;
    const hasB = step?.kind === "email" && step.variantB !== null;
    await writePastCampaign(tx, companyId, {
      input: said,
      by: BY,
      waitsIn,
      now,
      entrants: [...entered].map(([externalId, one]) => ({
        customerId: idOf.get(externalId)!,
        arm: one.arm,
        variant: one.variant,
        enteredAt: one.enteredAt,
        yearlyValueCents: 12 * one.priceCents,
        facts: factsOf(one),
      })),
      messages: [...entered].flatMap(([externalId, { arm, customer, variant, enteredAt }]) => {
        if (arm === "held") return [];
        const sentMs = enteredAt.getTime() + draw.int(1, 90) * 60_000;
        const { openedMs, clickedMs } = drawReading(draw, sentMs);
        return {
          customerId: idOf.get(externalId)!,
          address: customer.account.email,
          stepId: variant === "B" && hasB ? "mail1:B" : "mail1",
          sentAt: new Date(sentMs),
          openedAt: openedMs === null ? null : new Date(openedMs),
          clickedAt: clickedMs === null ? null : new Date(clickedMs),
        };
      }),
    });
  }
}

/** In the order in which campaigns keep them; scores of that day are not known. */
const factsOf = ({ priceCents, tenureDays, silentDays, paymentFailed }: DemoEntrant) => [
  null,
  0.12 * priceCents,
  tenureDays,
  silentDays,
  Number(paymentFailed),
];
