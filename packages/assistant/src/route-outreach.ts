import { CannotAnswer, type AnswerBuilder } from "./answer-builder.ts";
import { answerCampaign, answerCampaigns } from "./answers/campaigns.ts";
import {
  answerDeclines,
  answerDunning,
  answerFailedPayments,
  answerRecoveryDays,
} from "./answers/recovery.ts";
import type { Concept } from "./reading/lexicon.ts";
import type { Reading } from "./reading/read-question.ts";

/** What only a campaign has: such a question goes on from the campaign that was spoken of, however it begins. */
const ofCampaigns: readonly Concept[] = ["heldOut", "clicks", "reached", "netValue"];
/** What may be asked of a campaign and of much else: alone it goes on from one, beside another subject it does not. */
const ofCampaignsToo: ReadonlySet<Concept> = new Set([
  ...ofCampaigns,
  "kept",
  "explain",
  "count",
  "campaigns",
]);

/** Whether it is a question about campaigns; answers it then. */
export async function routeCampaigns(build: AnswerBuilder, reading: Reading): Promise<boolean> {
  const { campaign, concepts, text, isFollowUp } = reading;
  const { memory } = build;
  const before = build.asking.memory;
  const isAboutOne = ofCampaigns.some((one) => concepts.has(one));
  const namesAnother =
    reading.segment !== undefined ||
    reading.name !== undefined ||
    reading.email !== undefined ||
    reading.plan !== undefined ||
    reading.levels.length > 0 ||
    reading.leftovers.length > 0;
  const isOfIt = [...concepts].every((one) => ofCampaignsToo.has(one) || (isAboutOne && one === "customers"));
  const goesOn =
    before.topic?.intent === "campaign" &&
    !namesAnother &&
    isOfIt &&
    (isAboutOne || (isFollowUp && concepts.size > 0));
  const one = campaign ?? (goesOn ? before.campaign : undefined);
  if (one !== undefined) {
    memory.topic = { intent: "campaign", subject: null };
    await answerCampaign(build, one, concepts);
    return true;
  }
  if (concepts.has("heldOut"))
    throw new CannotAnswer("Who was held out is known campaign by campaign: name one.", [
      "Which campaigns worked?",
    ]);
  if (!concepts.has("campaigns")) return false;
  if (reading.name !== undefined)
    throw new CannotAnswer(`I know no campaign called "${reading.name}".`, ["Which campaigns do we have?"]);
  memory.topic = { intent: "campaigns", subject: "campaigns" };
  await answerCampaigns(build, text);
  return true;
}

/** Said of files, analyses and connections as well: these fail too. */
const failsToo: readonly Concept[] = [
  "imports",
  "analysis",
  "integrations",
  "health",
  "rowErrors",
  "uploader",
];

/** Whether it is a question about failed payments that the dashboard's figures do not answer; answers it then. */
export async function routeRecovery(build: AnswerBuilder, reading: Reading): Promise<boolean> {
  const { concepts, text, top } = reading;
  const has = (...all: Concept[]) => all.some((one) => concepts.has(one));
  const about = (subject: Concept, intent = "recovery") => {
    build.memory.topic = { intent, subject };
  };
  if (reading.name !== undefined || reading.email !== undefined || has(...failsToo) || /\brows?\b/.test(text))
    return false;
  // What is kept one by one is of all plans.
  if (build.memory.plan !== undefined) return false;
  if (has("dunning")) {
    about("dunning");
    await answerDunning(build);
    return true;
  }
  const isOfPayments = has("failed", "openBills") && !has("customers", "mrr", "reasons");
  const leaving = /\b(?:left|leave|leaving|lost?|lose|losing|churned|gone)\b/.test(text);
  if (has("declines") || (isOfPayments && !leaving && has("explain"))) {
    about("declines");
    await answerDeclines(build);
    return true;
  }
  if (!isOfPayments || leaving || has("count")) return false;
  if (/\bhow (?:long|many days|fast|quick|soon)\b|\bdays until\b|\btime to\b/.test(text)) {
    about("failed", "recovery-days");
    await answerRecoveryDays(build);
    return true;
  }
  if (/\b(?:which|who|whose|list|biggest|largest|highest|top)\b/.test(text)) {
    about("failed", "failed-payments");
    await answerFailedPayments(build, top);
    return true;
  }
  return false;
}
