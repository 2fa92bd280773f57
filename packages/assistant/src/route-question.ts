import { answerAnalysis, answerDrivers, answerFindings } from "./answers/analyses.ts";
import { CannotAnswer, link, type AnswerBuilder } from "./answer-builder.ts";
import { answerCustomer, asksOfCustomer, findCustomer } from "./answers/customer.ts";
import {
  answerCalls,
  answerCount,
  answerList,
  answerMembers,
  proposeCustomers,
  sortOf,
} from "./answers/customers.ts";
import { answerByPlan, answerPayments, answerPaying, answerRisk, answerTile } from "./answers/figures.ts";
import { answerHello, answerHelp } from "./answers/help.ts";
import { answerReasons, answerRevenue, answerStay } from "./answers/insights.ts";
import { answerMovements, type MovementSubject } from "./answers/months.ts";
import { answerHealth, answerImport, answerIntegrations } from "./answers/records.ts";
import { answerSegment, answerSegments } from "./answers/segments.ts";
import { routeCampaigns, routeRecovery } from "./route-outreach.ts";
import { deedOf, pageAsked } from "./deeds.ts";
import { customerPath } from "./paths.ts";
import type { Concept } from "./reading/lexicon.ts";
import type { Reading } from "./reading/read-question.ts";

const movements: readonly MovementSubject[] = [
  "expansion",
  "contraction",
  "reactivation",
  "churnedMrr",
  "newMrr",
  "movements",
];
const tiles = ["nrr", "grr", "atRisk", "mrr", "churn"] as const;

/** Answers a question; throws CannotAnswer where it cannot, with why. */
export async function routeQuestion(build: AnswerBuilder, reading: Reading): Promise<void> {
  const { text } = reading;
  switch (deedOf(text)) {
    case "greeting":
      answerHello(build, text.startsWith("th") ? "You are welcome." : "Hello.");
      return;
    case "foreign":
      throw new CannotAnswer(
        "That is not something I know or may look at: I know your company's customers, figures and the documentation.",
      );
    case "write":
      throw new CannotAnswer(
        "I only read: I change nothing and send nothing. I can open the place where it is done, or draft a segment for you to confirm.",
      );
    case "future":
      throw new CannotAnswer(
        "I know what is, not what will be. Insights, What-if works out the next twelve months from what you suppose.",
        ["How many customers are expected to leave?"],
      );
    case "how-to":
      return answerHelp(build, text);
    case "segment":
      return proposeCustomers(build, reading, "segment");
    case "filter":
      return proposeCustomers(build, reading, "filter");
    case "campaign":
      build.draft.kind = "proposal";
      build
        .say(
          "Choose whom it is for, what happens and how many are held out there; nothing is sent before you start it.",
        )
        .action("New campaign", "/app/campaigns/create");
      return;
    case "analysis":
      build.draft.kind = "proposal";
      build
        .say("Choose whom to score and start it there; nothing runs before you press the button.")
        .action("Run churn analysis", "/app/analytics/run-churn-analysis");
      return;
    case "open": {
      const page = pageAsked(text);
      if (page !== undefined && reading.name === undefined) {
        build.draft.kind = "proposal";
        build.say("Here it is: ", link(page.label, page.path), ".").action(`Open ${page.label}`, page.path);
        return;
      }
      if (reading.name !== undefined && /^(?:please )?open\b/.test(text)) {
        const who = await findCustomer(build, reading);
        build.draft.kind = "proposal";
        build
          .say("Here: ", link(who.name, customerPath(who.id)), ".")
          .action(`Open ${who.name}`, customerPath(who.id));
        return;
      }
      break;
    }
    case undefined:
      break;
  }
  await routeFigures(build, await carriedOn(build, reading));
}

/** A follow-up takes the last topic along where it names none of its own. */
async function carriedOn(build: AnswerBuilder, reading: Reading): Promise<Reading> {
  const { memory } = build;
  if (/^(?:drop|forget|without|remove|no)\b.*\bplans?\b/.test(reading.text)) {
    delete memory.plan;
    const without = new Set(reading.concepts);
    without.delete("plan");
    return { ...reading, isFollowUp: true, concepts: withTopic(without, memory.topic?.subject) };
  }
  if (!reading.isFollowUp) {
    delete memory.period;
    delete memory.plan;
    delete memory.levels;
    delete memory.filter;
    delete memory.campaign;
    if (reading.segment !== undefined || build.asking.context.segmentId === undefined) delete memory.segment;
  }
  if (reading.period !== undefined) memory.period = reading.period;
  if (reading.plan !== undefined) memory.plan = reading.plan;
  if (!reading.isFollowUp || memory.topic === undefined || saysItsOwn(reading)) return reading;
  return { ...reading, concepts: withTopic(new Set(reading.concepts), memory.topic.subject) };
}

const modifiers: ReadonlySet<Concept> = new Set([
  "byPlan",
  "plan",
  "list",
  "count",
  "customers",
  "share",
  "members",
  "explain",
]);
const saysItsOwn = ({ concepts, name }: Reading) =>
  name !== undefined || [...concepts].some((one) => !modifiers.has(one));

function withTopic(concepts: Set<Concept>, subject: string | null | undefined): Set<Concept> {
  if (subject !== null && subject !== undefined)
    for (const one of subject.split("+")) concepts.add(one as Concept);
  return concepts;
}

/** Keeps what the question was about for those that follow it. */
function about(build: AnswerBuilder, intent: string, subject: string | null): void {
  build.memory.topic = { intent, subject };
}

async function routeFigures(build: AnswerBuilder, reading: Reading): Promise<void> {
  const { concepts, text } = reading;
  const { context, memory } = build.asking;
  const has = (...all: Concept[]) => all.some((one) => concepts.has(one));
  const plan = build.memory.plan;
  const isCount = has("count");

  if (await routeCampaigns(build, reading)) return;
  if (await routeCustomer(build, reading)) return;
  if (reading.segment !== undefined || (context.segmentId !== undefined && onThePage(reading))) {
    const segment = reading.segment ?? { id: context.segmentId ?? "", name: "this segment" };
    // An average of the members is a figure of the segment, and no list of them.
    const isFigure = isCount || /\b(?:average|mean|median|typical|typically)\b/.test(text);
    if ((has("members") || /\bwho\b/.test(text)) && !isFigure && !has("flow")) {
      about(build, "members", null);
      return answerMembers(build, segment);
    }
    about(build, "segment", null);
    return answerSegment(build, segment, reading);
  }
  if (
    context.analysisId !== undefined &&
    (has("quality", "scoredCount", "analysis", "attention", "drivers") ||
      (has("atRisk") && /\banalysis\b/.test(text)) ||
      (reading.levels.length > 0 && /\brun\b/.test(text)))
  )
    return answerAnalysis(build, context.analysisId, reading);
  if (
    context.importJobId !== undefined &&
    has("rowErrors", "created", "updated", "status", "imports", "uploader")
  )
    return answerImport(build, context.importJobId, reading);
  if (has("integrations") && !has("mrr", "nrr", "grr")) return answerIntegrations(build, reading);
  if (has("health")) return answerHealth(build);
  if (has("imports")) return answerImport(build, undefined, reading);
  if (has("segment")) return answerSegments(build);
  if (has("quality", "scoredCount", "analysis")) return answerAnalysis(build, undefined, reading);
  if (has("quick")) return answerRevenue(build, "quick");
  if (has("arpa")) return answerRevenue(build, "arpa");
  if (has("drivers")) return answerDrivers(build);
  if (await routeRecovery(build, reading)) return;

  refuseStrange(reading);
  if (has("reasons") || (has("explain") && has("churn") && !has("score"))) {
    about(build, "reasons", "reasons");
    return answerReasons(build, reading, plan);
  }
  if (
    has("failed") &&
    /\b(?:left|leave|leaving|lost?|lose|losing|churned|gone)\b/.test(text) &&
    !has("mrr")
  ) {
    about(build, "reasons", "reasons");
    return answerReasons(build, reading, plan);
  }
  if (has("stay")) return answerStay(build, reading, plan);
  if (has("findings") && !has("count")) return answerFindings(build);
  if (has("call") && !(isCount && has("attention"))) {
    about(build, "call", "call");
    return answerCalls(build, plan);
  }
  if (has("leavers")) {
    about(build, "leavers", "leavers");
    return answerRisk(build, "leavers", [], plan);
  }
  const movement = movements.find((one) => has(one));
  if (movement !== undefined) {
    about(build, "movements", movement);
    return answerMovements(build, movement, plan);
  }
  if (has("recoveryRate")) {
    about(build, "payments", "recoveryRate");
    return answerPayments(build, "rate", plan);
  }
  if (has("recovered")) {
    about(build, "tile", "recovered");
    return answerTile(build, "recovered", reading, plan);
  }
  if (has("openBills")) {
    about(build, "payments", "openBills");
    return answerPayments(build, "open", plan);
  }
  if (has("failed") && !has("customers")) {
    about(build, "payments", "failed");
    return answerPayments(build, "failed", plan);
  }
  if (has("attention")) {
    about(build, "attention", "attention");
    return answerRisk(build, "attention", [], plan);
  }
  if (has("paying") && (isCount || !/\b(?:list|which|who|show)\b/.test(text))) {
    about(build, "paying", "paying+count");
    return answerPaying(build, plan);
  }
  const isFiltered = build.memory.filter !== undefined;
  const levelsOnly = reading.levels.length > 0 && reading.leftovers.length === 0 && !isFiltered;
  const asksList =
    (/\b(?:list|which|who)\b/.test(text) || sortOf(text) !== undefined || reading.top !== undefined) &&
    !isCount;
  if (levelsOnly && plan === undefined && !asksList && !/^show\b|^open\b/.test(text)) {
    about(build, "levels", "levels");
    build.memory.levels = reading.levels;
    return answerRisk(build, "levels", reading.levels, plan);
  }
  if (/\brisk (?:split|mix|levels?|bands?|distribution)\b|\bby risk\b|\bsplit\b.*\brisk\b/.test(text)) {
    about(build, "levels", "levels");
    return answerRisk(build, "levels", [], plan);
  }
  const narrowsCustomers =
    reading.levels.length > 0 ||
    has("customers") ||
    sortOf(text) !== undefined ||
    (reading.isFollowUp &&
      (memory.topic?.intent === "count" ||
        memory.topic?.intent === "list" ||
        memory.topic?.intent === "levels"));
  const tile = tiles.find((one) => has(one));
  const leftMonthly = has("churn") && isCount && build.memory.period !== undefined;
  // "How much" asks for money of whom it names, and not for how many they are; whom else it names is not left out unsaid.
  const asksMoney =
    /\bhow much\b/.test(text) &&
    (tile === "mrr" || tile === "atRisk") &&
    reading.levels.length === 0 &&
    reading.leftovers.every((word) => word === "how") &&
    !isFiltered;
  if (
    tile !== undefined &&
    (leftMonthly ||
      asksMoney ||
      !(
        narrowsCustomers &&
        (isCount || asksList || (tile === "atRisk" && has("list")) || reading.leftovers.length > 0)
      ))
  ) {
    about(build, "tile", tile);
    if (has("byPlan") && reading.plan === undefined) {
      delete build.memory.plan;
      if (tile === "mrr" || ((tile === "grr" || tile === "nrr") && !memory.topic))
        return answerRevenue(build, "plans");
      return answerByPlan(build, tile);
    }
    return answerTile(build, tile, reading, plan);
  }
  if (has("byPlan")) return answerRevenue(build, "plans");
  if (narrowsCustomers || isCount || reading.plan !== undefined || sortOf(text) !== undefined) {
    if (asksList || (!isCount && /\b(?:show|list|display|names)\b/.test(text))) {
      about(build, "list", "list");
      return answerList(build, reading);
    }
    if (isCount || has("customers") || (reading.isFollowUp && memory.topic !== undefined)) {
      about(build, "count", "count");
      return answerCount(build, reading);
    }
  }
  return answerHelp(build, text);
}

/** Words that fit the page alone: what is asked is about what it shows. */
const onThePage = ({ text, concepts }: Reading): boolean =>
  concepts.has("members") ||
  concepts.has("flow") ||
  /\b(?:here|this|it|members?|segment)\b/.test(text) ||
  concepts.size <= 3;

/** Whether it is a question about one customer, by name or by the page. */
async function routeCustomer(build: AnswerBuilder, reading: Reading): Promise<boolean> {
  const { concepts, text } = reading;
  const { context } = build.asking;
  const isFound = /^(?:find|look up|search(?: for)?|locate|show me customer|customer)\b/.test(text);
  const isNamed = reading.name !== undefined || reading.email !== undefined || reading.uuid !== undefined;
  if (isNamed && !concepts.has("count") && reading.segment === undefined) {
    const who = await findCustomer(build, reading);
    const wanted = asksOfCustomer(concepts)
      ? reading
      : {
          ...reading,
          concepts: withTopic(
            new Set(concepts),
            isFound
              ? "summary"
              : build.asking.memory.topic?.intent === "customer"
                ? build.asking.memory.topic.subject
                : "summary",
          ),
        };
    about(build, "customer", subjectOf(wanted.concepts));
    await answerCustomer(build, who, wanted);
    return true;
  }
  const pronoun = /\b(?:this|they|them|their|he|she|his|her|it|here|these)\b/.test(text);
  const onPage = context.customerId;
  const remembered = build.memory.customer;
  const goesOn = reading.isFollowUp && build.asking.memory.topic?.intent === "customer";
  const elsewhere = concepts.has("customers") && !pronoun && concepts.has("count");
  if (
    (onPage !== undefined ||
      ((goesOn || pronoun) &&
        remembered !== undefined &&
        build.asking.memory.topic?.intent === "customer")) &&
    asksOfCustomer(concepts) &&
    !elsewhere &&
    !concepts.has("reasons")
  ) {
    const who =
      goesOn && remembered !== undefined
        ? remembered
        : onPage === undefined
          ? remembered!
          : await known(build, onPage);
    about(build, "customer", subjectOf(concepts));
    await answerCustomer(build, who, reading);
    return true;
  }
  return false;
}

const customerSubjects: readonly Concept[] = [
  "explain",
  "step",
  "notes",
  "summary",
  "plan",
  "pays",
  "owner",
  "lastSeen",
  "lifetimeValue",
  "email",
  "tags",
  "bills",
  "score",
];
const subjectOf = (concepts: ReadonlySet<Concept>): string | null =>
  customerSubjects.find((one) => concepts.has(one)) ?? "summary";

/** The customer of the page. Throws where it is nobody's whom the person may see. */
async function known(build: AnswerBuilder, id: string): Promise<{ id: string; name: string }> {
  const outcome = await build.try("get_customer", { id });
  if (!outcome.ok) throw new CannotAnswer("This customer is not one of yours.");
  return { id, name: String(outcome.value["fullName"]) };
}

/** What a figure is asked of that is nothing of this company: named after "of", "at", "for" and the like. */
function refuseStrange({ text, leftovers, name }: Reading): void {
  const strange = leftovers.filter((word) =>
    new RegExp(String.raw`\b(?:of|at|for|from|by) (?:the |our |my |a |an )?${escaped(word)}\b`).test(text),
  );
  const said = [...(name === undefined ? [] : [name]), ...strange];
  if (said.length > 0 && !/\b(?:leave|leaving)\b/.test(text))
    throw new CannotAnswer(
      `I do not know what ${said.map((word) => `"${word}"`).join(" and ")} is in your company's data, so I will not guess.`,
    );
}

const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
