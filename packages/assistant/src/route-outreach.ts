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

/** Whether it is a question about a campaign or about failed payments one by one; answers it then. */
export async function routeOutreach(build: AnswerBuilder, reading: Reading): Promise<boolean> {
  return (await routeCampaigns(build, reading)) || (await routeRecovery(build, reading));
}

/** What only a campaign has: such a question goes on from the campaign that was spoken of, however it begins. */
const ofCampaigns: readonly Concept[] = ["heldOut", "clicks", "reached", "netValue"];

async function routeCampaigns(build: AnswerBuilder, { campaign, concepts, text, isFollowUp }: Reading) {
  const { memory } = build;
  const before = build.asking.memory;
  const isAboutOne = ofCampaigns.some((one) => concepts.has(one));
  const goesOn = before.topic?.intent === "campaign" && (isFollowUp || isAboutOne);
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
  memory.topic = { intent: "campaigns", subject: "campaigns" };
  await answerCampaigns(build, text);
  return true;
}

async function routeRecovery(build: AnswerBuilder, { concepts, text, top, name, email }: Reading) {
  const has = (...all: Concept[]) => all.some((one) => concepts.has(one));
  const about = (subject: Concept, intent = "recovery") => {
    build.memory.topic = { intent, subject };
  };
  if (name !== undefined || email !== undefined) return false;
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
