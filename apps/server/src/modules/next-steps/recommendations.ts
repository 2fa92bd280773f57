import type { Recommendation, ScoreFactor } from "@forestay/contracts";
import { isAbout, type Subject } from "#modules/features/engine-door.ts";

interface DefaultStep {
  /** Matches the factor's value by key or by its words. */
  answers: RegExp;
  /** The same of a company's own columns, in other languages than English. */
  subjects?: readonly Subject[];
  /** The factors that it matches, in words. */
  about: string;
  code: string;
  title: string;
  detail: string;
}

/**
 * Factor -> next step. The first matching line of a factor counts; a factor without a line gets no step rather than a
 * vague one. No effect is claimed but what was measured where somebody marked the step as done.
 */
export const defaultSteps: readonly DefaultStep[] = [
  {
    answers: /^subscription_status=Past Due|failed_payment|payment_status|overdue|past.?due|declin/i,
    subjects: ["failed_payment"],
    about: "Failed, overdue or declined payments",
    code: "payment_link",
    title: "Send a payment update link",
    detail: "A payment did not go through; a working card removes the reason.",
  },
  {
    answers: /^subscription_status=Paused/,
    about: "A paused subscription",
    code: "restart_offer",
    title: "Offer a restart date",
    detail: "The subscription is not running normally; agree when and how it goes on.",
  },
  {
    answers: /days_to_renewal|renewal/i,
    subjects: ["renewal"],
    about: "A renewal that comes close",
    code: "renewal_call",
    title: "Call before the renewal",
    detail: "The renewal is close; settle open questions before the decision falls.",
  },
  {
    answers: /active_seats|seats|licen[cs]e/i,
    subjects: ["seats"],
    about: "Seats and licenses",
    code: "seat_review",
    title: "Review the unused seats",
    detail: "Invite the missing people, or move to a plan that fits the number in use.",
  },
  {
    answers: /features_used|feature_events|adoption/i,
    subjects: ["adoption"],
    about: "Features in use and adoption",
    code: "training_session",
    title: "Offer a training session",
    detail: "Only a part of the product is in use; show what fits their work.",
  },
  {
    answers: /login|last_activity|session|usage|visits|active.?member/i,
    subjects: ["usage"],
    about: "Logins, sessions, usage and last activity",
    code: "success_call",
    title: "Book a success call",
    detail: "Use has dropped or is low; ask what changed.",
  },
  {
    answers: /ticket|complaint|support.?call|csat|nps|satisf/i,
    subjects: ["open_tickets", "trouble"],
    about: "Support tickets, complaints and satisfaction",
    code: "escalate_ticket",
    title: "Escalate the open issue",
    detail: "Support trouble is open or frequent; give it an owner and a date.",
  },
  {
    answers: /contract|commitment|billing(?!.?address)/i,
    subjects: ["contract", "billing"],
    about: "Contract, commitment and billing period",
    code: "longer_term",
    title: "Offer a longer term",
    detail: "Month-to-month customers leave more easily; offer a yearly term with a benefit.",
  },
  {
    answers: /paymentmethod|payment.?method|auto.?pay/i,
    subjects: ["payment_method"],
    about: "Payment method and automatic payment",
    code: "automatic_payment",
    title: "Suggest automatic payment",
    detail: "Payment by hand fails and reminds of the cost; offer a card or direct debit.",
  },
  {
    answers: /techsupport|online.?security|online.?backup|device.?protection|add.?on/i,
    subjects: ["services"],
    about: "Missing services: support, security, backup",
    code: "add_support",
    title: "Offer the missing service for a trial",
    detail: "Customers without it leave more often; a free period shows its worth.",
  },
  {
    answers: /monthly_revenue|monthly.?charge|price|fee|charges|spend/i,
    subjects: ["price"],
    about: "Price, charges and monthly revenue",
    code: "price_review",
    title: "Review the price they pay",
    detail: "The price weighs on this score; check for a plan that fits better.",
  },
  {
    answers: /numofproducts|num.?of.?products|products/i,
    subjects: ["products"],
    about: "Products held",
    code: "product_review",
    title: "Review which products they hold",
    detail: "The number of products weighs on this score; check whether they fit.",
  },
  {
    answers: /^tenure|tenure/i,
    subjects: ["tenure"],
    about: "Time with you",
    code: "onboarding_check",
    title: "Check that they reach their goal",
    detail: "Customers of this age leave more often; make sure that what they came for works.",
  },
  {
    answers: /^plan$/,
    subjects: ["plan"],
    about: "Plan",
    code: "plan_review",
    title: "Review the plan",
    detail: "Check whether the plan fits what they use.",
  },
];

/** A factor below this many points is no reason to do something. */
const WORTH_ACTING_POINTS = 1;
const MOST_STEPS = 3;

/** A next step as analyses use it: the product's, or the company's own. Plain data, which the engine's process is handed. */
export interface RecommendedStep {
  code: string;
  title: string;
  detail: string;
  /** What became of customers with whom it was taken, in words; null: never taken. */
  measuredEffect: string | null;
  /** It answers factors that hold one of these; without any, those of the product's step of this code. */
  keywords: readonly string[];
}

const productSteps: readonly RecommendedStep[] = defaultSteps.map(({ code, title, detail }) => ({
  code,
  title,
  detail,
  measuredEffect: null,
  keywords: [],
}));

/** Whether a step answers a factor that goes by one of these names: its own, its label, `name=value`. */
function answers({ code, keywords }: RecommendedStep, names: readonly string[]): boolean {
  if (keywords.length === 0) {
    const own = defaultSteps.find((step) => step.code === code);
    if (own === undefined) return false;
    return (
      names.some((name) => own.answers.test(name)) ||
      names.slice(0, 2).some((name) => isAbout(name, ...(own.subjects ?? [])))
    );
  }
  const inLowerCase = names.map((name) => name.toLowerCase());
  return keywords.some((keyword) => inLowerCase.some((name) => name.includes(keyword.toLowerCase())));
}

/** Next steps for the factors that raise the score, strongest first, each step once. */
export function recommend(
  factors: readonly ScoreFactor[],
  nextSteps: readonly RecommendedStep[] = productSteps,
): Recommendation[] {
  const steps: Recommendation[] = [];
  for (const factor of factors.toSorted((a, b) => b.points - a.points)) {
    if (factor.points < WORTH_ACTING_POINTS || steps.length === MOST_STEPS) break;
    const names = [factor.feature, factor.label, `${factor.feature}=${factor.evidence}`];
    const step = nextSteps.find((one) => answers(one, names));
    if (!step || steps.some(({ code }) => code === step.code)) continue;
    steps.push({
      code: step.code,
      title: step.title,
      detail: `${step.detail} Answers: ${factor.label}, ${factor.evidence}.`.trim(),
      feature: factor.feature,
      measuredEffect: step.measuredEffect,
    });
  }
  return steps;
}
