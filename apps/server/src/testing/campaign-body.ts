import type { CampaignInput, MailContent } from "@forestay/contracts";

export const mailContent: MailContent = {
  subject: "A question, {{customer.firstName|there}}",
  preheader: "",
  senderName: "",
  blocks: [{ kind: "text", text: "Hi {{customer.firstName|there}}, how is it going?" }],
};

/** One message to everybody, then a task three days later. */
export const campaignBody = (changed: Partial<CampaignInput> = {}): CampaignInput => ({
  name: "Check-in",
  description: "",
  trigger: { kind: "Manual" },
  includesPresent: true,
  audience: [],
  exclusions: [],
  leavesOutOthers: true,
  leavesOutHarmed: false,
  exitCriteria: [],
  steps: [
    { id: "mail1", kind: "email", name: "How is it going?", content: mailContent, variantB: null },
    { id: "wait1", kind: "wait", name: "Wait", hours: 72, untilEvent: null },
    { id: "task1", kind: "task", name: "Call them", dueInDays: 3 },
  ],
  measuredDays: 30,
  entryDays: 60,
  holdoutShare: 0.1,
  costs: { perThousandMessages: 1, perTask: 10, perOffer: 0, offerTakenBy: "goal" },
  ...changed,
});
