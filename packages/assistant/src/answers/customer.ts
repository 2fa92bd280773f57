import type { AnswerPart } from "@forestay/contracts";
import { formatCounted, formatMoney } from "@forestay/contracts/words";
import { CannotAnswer, link, type AnswerBuilder } from "../answer-builder.ts";
import { customerPath } from "../paths.ts";
import type { Concept } from "../reading/lexicon.ts";
import type { Reading } from "../reading/read-question.ts";
import { normalized } from "../reading/words.ts";
import type { CustomerFacts, CustomerRow, Explained } from "../tool-shapes.ts";
import { longDay } from "./customers.ts";

type Known = { id: string; name: string };

/** Whom a question names. Throws where nobody of this company is called so, and where several are. */
export async function findCustomer(
  build: AnswerBuilder,
  { name, email, uuid }: Pick<Reading, "name" | "email" | "uuid">,
): Promise<Known> {
  if (uuid !== undefined || email !== undefined) {
    const outcome = await build.try("get_customer", uuid === undefined ? { email } : { id: uuid });
    if (!outcome.ok)
      throw new CannotAnswer(
        outcome.code === "forbidden"
          ? "Your role does not allow looking at customers."
          : `I found no customer of yours with ${uuid === undefined ? "that address" : "that id"}.`,
      );
    const { id, fullName } = outcome.value as unknown as CustomerFacts;
    return { id, name: fullName };
  }
  const query = name ?? "";
  const found = await build.ask<{ customers: CustomerRow[]; isSimilar: boolean }>("search_customers", {
    query,
    limit: 6,
  });
  const wanted = normalized(query);
  const exact = found.customers.filter(({ fullName }) => normalized(fullName) === wanted);
  const likely = exact.length > 0 ? exact : found.isSimilar ? [] : found.customers;
  if (likely.length === 0) {
    const near = found.customers.slice(0, 3);
    build.draft.actions.push(...near.map((one) => ({ label: one.fullName, path: customerPath(one.id) })));
    throw new CannotAnswer(
      `I found no customer called "${query}".${near.length === 0 ? "" : " These names are near to it:"}`,
    );
  }
  if (likely.length > 1) {
    build.draft.actions.push(
      ...likely.slice(0, 5).map((one) => ({
        label: `${one.fullName}${one.email === null ? "" : `, ${one.email}`}`,
        path: customerPath(one.id),
      })),
    );
    throw new CannotAnswer(`Several customers are called "${query}": open the one you mean.`);
  }
  const [one] = likely;
  return { id: one!.id, name: one!.fullName };
}

async function read(build: AnswerBuilder, who: Known): Promise<CustomerFacts> {
  const facts = await build.ask<CustomerFacts>("get_customer", { id: who.id });
  build.asOf(facts.scoredAt).source(facts.fullName, customerPath(facts.id), facts.plan);
  return facts;
}

const scoreWords = (facts: CustomerFacts): (string | AnswerPart)[] =>
  facts.churnRiskScore === null
    ? [` has no score: ${facts.notScoredReason ?? "no analysis has scored it"}.`]
    : [
        " has a churn risk score of ",
        link(String(facts.churnRiskScore), customerPath(facts.id)),
        `, ${facts.churnRiskLevel ?? ""} risk.`,
      ];

const money = (amount: number | null, facts: CustomerFacts) =>
  amount === null ? null : formatMoney(amount, facts.currency);

/** One fact, as a sentence after the customer's name; null: it is not known. */
const facts: {
  concept: Concept;
  tell(facts: CustomerFacts): (string | AnswerPart)[] | null;
  name: string;
}[] = [
  {
    concept: "segmentsOf",
    name: "segments",
    tell: ({ segments }) => [segments.length === 0 ? " is in no segment." : ` is in ${segments.join(", ")}.`],
  },
  {
    concept: "owner",
    name: "owner",
    tell: ({ owner }) => [owner === null ? " is looked after by nobody." : ` is looked after by ${owner}.`],
  },
  {
    concept: "tags",
    name: "tags",
    tell: ({ tags }) => [tags.length === 0 ? " has no tags." : ` is tagged ${tags.join(", ")}.`],
  },
  {
    concept: "email",
    name: "e-mail address",
    tell: ({ email }) => (email === null ? null : [`'s e-mail address is ${email}.`]),
  },
  {
    concept: "lastSeen",
    name: "last activity",
    tell: ({ lastActivityDate }) =>
      lastActivityDate === null ? null : [` was last active on ${longDay(lastActivityDate)}.`],
  },
  {
    concept: "scoreChange",
    name: "score of thirty days ago",
    tell: (one) =>
      one.scoreChange30Days === null || one.churnRiskScore === null
        ? null
        : one.scoreChange30Days === 0
          ? [`'s score is ${one.churnRiskScore}, as it was thirty days before.`]
          : [
              `'s score is ${one.churnRiskScore}, ${Math.abs(one.scoreChange30Days)} points ${one.scoreChange30Days > 0 ? "higher" : "lower"} than thirty days before.`,
            ],
  },
  {
    concept: "lifetimeValue",
    name: "lifetime value",
    tell: (one) =>
      one.lifetimeValue === null
        ? null
        : ["'s lifetime value is ", link(money(one.lifetimeValue, one)!, customerPath(one.id)), "."],
  },
  {
    concept: "bills",
    name: "bills",
    tell: (one) =>
      !one.billing.isKnown
        ? null
        : one.billing.open.length === 0
          ? [" has no open bills."]
          : [
              ` has ${one.billing.open.map(({ bills, amount, currency }) => `${formatCounted(bills, "open bill")}, ${formatMoney(amount, currency)}`).join(" and ")}.`,
            ],
  },
  { concept: "plan", name: "plan", tell: ({ plan }) => (plan === null ? null : [` is on ${plan}.`]) },
  {
    concept: "pays",
    name: "monthly revenue",
    tell: (one) =>
      one.monthlyRevenue === null
        ? null
        : [" pays ", link(money(one.monthlyRevenue, one)!, customerPath(one.id)), " a month."],
  },
  {
    concept: "mrr",
    name: "monthly revenue",
    tell: (one) =>
      one.monthlyRevenue === null
        ? null
        : [" pays ", link(money(one.monthlyRevenue, one)!, customerPath(one.id)), " a month."],
  },
  {
    concept: "atRisk",
    name: "value at risk",
    tell: (one) =>
      one.valueAtRisk === null
        ? null
        : [" has ", link(money(one.valueAtRisk, one)!, customerPath(one.id)), " of yearly revenue at risk."],
  },
  { concept: "leavers", name: "score", tell: scoreWords },
  { concept: "churn", name: "score", tell: scoreWords },
  { concept: "score", name: "score", tell: scoreWords },
];

/** Whether a question asks for a fact, a reason, a step or the notes of one customer. */
export const asksOfCustomer = (concepts: ReadonlySet<Concept>): boolean =>
  facts.some(({ concept }) => concepts.has(concept)) ||
  ["explain", "step", "notes", "summary"].some((one) => concepts.has(one as Concept));

export async function answerCustomer(
  build: AnswerBuilder,
  who: Known,
  { concepts }: Pick<Reading, "concepts">,
): Promise<void> {
  build.memory.customer = who;
  if (concepts.has("notes")) return answerNotes(build, who);
  if (concepts.has("step") || concepts.has("explain")) return explain(build, who, concepts.has("step"));
  const one = await read(build, who);
  build.memory.customer = { id: one.id, name: one.fullName };
  const name = link(one.fullName, customerPath(one.id));
  const asked = concepts.has("summary") ? undefined : facts.find(({ concept }) => concepts.has(concept));
  if (asked !== undefined) {
    const words = asked.tell(one);
    if (words === null) throw new CannotAnswer(`The ${asked.name} of ${one.fullName} is not known.`);
    build.say(name, ...words);
    return;
  }
  build.say(name, ...scoreWords(one));
  build.table(
    [],
    [
      ["Plan", one.plan ?? "–"],
      ["Monthly revenue", money(one.monthlyRevenue, one) ?? "–"],
      ["Lifetime value", money(one.lifetimeValue, one) ?? "–"],
      ["Subscription", one.hasLeft ? "Has left" : (one.subscriptionStatus ?? "–")],
      ["Payments", one.paymentStatus ?? "–"],
      ["Last active", one.lastActivityDate === null ? "–" : longDay(one.lastActivityDate)],
      ["Looked after by", one.owner ?? "nobody"],
    ],
  );
  build.suggest(`Why is the score of ${one.fullName} what it is?`, "What should we do about it?");
}

async function explain(build: AnswerBuilder, who: Known, wantsStep: boolean): Promise<void> {
  const one = await build.ask<Explained>("explain_score", { id: who.id });
  const path = customerPath(who.id);
  build.source(who.name, path, `model ${one.modelVersion}`);
  if (wantsStep) {
    const [first, ...others] = one.recommendations;
    if (first === undefined)
      throw new CannotAnswer(`No next step answers what raises the score of ${who.name}.`);
    build.say(link(first.title, path), `. ${first.detail}`);
    if (others.length > 0)
      build.say(
        `Then: ${others
          .slice(0, 2)
          .map(({ title }) => title)
          .join("; ")}.`,
      );
    build.action("Open the customer", path);
    return;
  }
  const raising = one.factors.filter(({ points }) => points > 0).slice(0, 4);
  const lowering = one.factors.filter(({ points }) => points < 0).slice(0, 2);
  build.say(
    link(who.name, path),
    ` has a score of `,
    link(String(one.score), path),
    `: of 100 such customers about ${Math.round(one.probability * 100)} leave.`,
  );
  const row = ({ label, evidence, points }: Explained["factors"][number]) => [
    label,
    evidence,
    `${points > 0 ? "+" : "−"}${Math.abs(points).toFixed(1)} pts`,
  ];
  build.table(["What moves it", "Here", "Effect"], [...raising, ...lowering].map(row));
  build.say("A factor goes with leaving; it is no proof of a cause.").suggest("What should we do about it?");
}

async function answerNotes(build: AnswerBuilder, who: Known): Promise<void> {
  const { notes, totalCount } = await build.ask<{
    notes: { body: string; author: string; createdAt: string }[];
    totalCount: number;
  }>("list_notes", { customerId: who.id, limit: 3 });
  const path = customerPath(who.id);
  build.source(`Notes on ${who.name}`, path, formatCounted(totalCount, "note"));
  if (notes.length === 0) {
    build.say("Nobody has written a note about ", link(who.name, path), ".");
    return;
  }
  build.say(link(formatCounted(totalCount, "note"), path), ` about ${who.name}, the newest first:`);
  build.table(
    [],
    notes.map(({ body, author, createdAt }) => [longDay(createdAt), author, body]),
  );
}
