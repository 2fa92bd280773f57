import type { CampaignInput, CampaignStep, MailContent } from "@forestay/contracts/wire";

const mail = (subject: string, ...texts: string[]): MailContent => ({
  subject,
  preheader: "",
  senderName: "",
  blocks: [
    { kind: "text", text: "Hi {{customer.firstName|there}}," },
    ...texts.map((text) => ({ kind: "text" as const, text })),
    { kind: "text", text: "{{owner.firstName|Your team}}, {{company.name}}" },
  ],
});
const email = (id: string, name: string, content: MailContent): CampaignStep => ({
  id,
  kind: "email",
  name,
  content,
  variantB: null,
});
const wait = (id: string, days: number): CampaignStep => ({
  id,
  kind: "wait",
  name: "Wait",
  hours: 24 * days,
  untilEvent: null,
});
const task = (id: string, name: string): CampaignStep => ({ id, kind: "task", name, dueInDays: 3 });

/** A campaign that says nothing yet. */
export const emptyCampaign: CampaignInput = {
  name: "",
  description: "",
  trigger: { kind: "Manual" },
  includesPresent: true,
  audience: [],
  exclusions: [],
  leavesOutOthers: true,
  leavesOutHarmed: false,
  exitCriteria: [],
  steps: [],
  measuredDays: 30,
  entryDays: 60,
  holdoutShare: 0.1,
  costs: { perThousandMessages: 1, perTask: 0, perOffer: 0, offerTakenBy: "goal" },
};

export interface Template {
  id: string;
  name: string;
  what: string;
  input: CampaignInput;
}

const template = (id: string, name: string, what: string, input: Partial<CampaignInput>): Template => ({
  id,
  name,
  what,
  input: { ...emptyCampaign, name, description: what, ...input },
});

/** Campaigns to begin with: each is whole, and every word of it can be changed. */
export const templates: readonly Template[] = [
  template(
    "at-risk",
    "At-risk check-in",
    "Asks customers whose risk became High or Critical how it goes, then has their owner call.",
    {
      trigger: { kind: "RiskRaised" },
      exitCriteria: [{ field: "churnRiskLevel", operator: "In", value: [0] }],
      steps: [
        email(
          "mail1",
          "How is it going?",
          mail(
            "How is {{company.name}} working for you?",
            "You have used us a little less lately, and I would like to know why. Is something missing, or in the way?",
            "Just answer this message: a person reads it.",
          ),
        ),
        wait("wait1", 4),
        task("task1", "Call: risk has risen, no answer yet"),
      ],
    },
  ),
  template(
    "onboarding",
    "Onboarding stall",
    "Helps new customers who have gone quiet in their first two months.",
    {
      trigger: { kind: "Silent", days: 7 },
      audience: [{ field: "tenureDays", operator: "LessThan", value: 60 }],
      steps: [
        email(
          "mail1",
          "Stuck?",
          mail(
            "Shall we set it up together?",
            "Most customers who stay with us got one thing working in their first weeks. If something stopped you, tell me what it was, and we will do it together.",
          ),
        ),
        wait("wait1", 5),
        email(
          "mail2",
          "One small step",
          mail(
            "One small thing to try",
            "If you have ten minutes, try just one thing today. Answer this message and I will tell you which one is worth it for you.",
          ),
        ),
      ],
    },
  ),
  template("renewal", "Renewal 60/30/7", "Writes 60, 30 and 7 days before a renewal.", {
    trigger: { kind: "RenewalDue", days: 60 },
    measuredDays: 90,
    steps: [
      email(
        "mail1",
        "60 days before",
        mail(
          "Your plan renews in two months",
          "Your {{customer.plan|plan}} renews in about two months. This is a good moment to look at whether it still fits: more, less, or something else.",
        ),
      ),
      wait("wait1", 30),
      email(
        "mail2",
        "30 days before",
        mail(
          "A month until your renewal",
          "Your renewal is a month away. If anything should change, tell me now and it will be done in time.",
        ),
      ),
      wait("wait2", 23),
      email(
        "mail3",
        "7 days before",
        mail(
          "Your plan renews next week",
          "Your plan renews next week. Nothing is to be done if all is well.",
        ),
      ),
    ],
  }),
  template(
    "win-back",
    "Win-back 30/90",
    "Writes to customers who have been silent for 30 days, and again after 90.",
    {
      trigger: { kind: "Silent", days: 30 },
      measuredDays: 120,
      exitCriteria: [{ field: "daysSinceActivity", operator: "LessThan", value: 7 }],
      steps: [
        email(
          "mail1",
          "After 30 days",
          mail(
            "We have not seen you for a while",
            "You have not been here for a month. Did something change, or did something not work?",
          ),
        ),
        wait("wait1", 60),
        email(
          "mail2",
          "After 90 days",
          mail(
            "Is it time to say goodbye?",
            "It has been three months. If you no longer need us, say so and we will make it easy. If you do, tell me what would bring you back.",
          ),
        ),
      ],
    },
  ),
  template("low-usage", "Low usage", "Shows customers who hardly use what they pay for where to begin.", {
    trigger: { kind: "Silent", days: 14 },
    steps: [
      email(
        "mail1",
        "Worth your money?",
        mail(
          "Are you getting what you pay for?",
          "You pay for {{customer.plan|your plan}} and have used little of it lately. These customers often find one report or one routine that pays for all of it: may I show you which?",
        ),
      ),
      wait("wait1", 7),
      task("task1", "Call: uses little of what they pay for"),
    ],
  }),
  template(
    "payment-failed",
    "Payment failed",
    "Has the owner speak with customers whose payment failed, before access stops.",
    {
      trigger: { kind: "PaymentFailed" },
      exitCriteria: [{ field: "paymentStatus", operator: "In", value: [0] }],
      steps: [
        email(
          "mail1",
          "A quick fix",
          mail(
            "Your payment did not go through",
            "The last payment for {{customer.plan|your plan}} did not go through. It happens, mostly because a card expired. Your team keeps its access in the meantime.",
            "If something else is going on, just answer this message.",
          ),
        ),
        wait("wait1", 3),
        task("task1", "Call: payment still failing"),
      ],
    },
  ),
  template("nps", "NPS detractor", "Answers customers who gave a low score, by an event of yours.", {
    trigger: { kind: "EventHappened", event: "nps_detractor" },
    steps: [
      email(
        "mail1",
        "Thank you for being honest",
        mail(
          "Thank you for being honest",
          "You told us that you would not recommend us. I would like to hear what went wrong, and I will tell you what we can do about it.",
        ),
      ),
      task("task1", "Call: gave a low score"),
    ],
  }),
];
