import type { SentMessage } from "@forestay/contracts";
import type { AskedQuestion } from "./read-questions.ts";
import type { Names, Truths } from "./truths.ts";

export type Verdict = "right" | "refused" | "wrong";

export interface Judged extends AskedQuestion {
  verdict: Verdict;
  /** An answer was given, and a figure of it is another than the database's. */
  isWrongNumber: boolean;
  isForeign: boolean;
  why: string;
  content: string;
  ms: number;
}

/** Asks all questions in turn, each page a conversation of its own and each follow-up in that of its question. */
export async function judge(
  questions: readonly AskedQuestion[],
  {
    truths,
    names,
    contexts,
  }: { truths: Truths; names: Names; contexts: ReadonlyMap<string, Record<string, unknown>> },
  send: (body: { message: string; context: unknown; conversationId?: string }) => Promise<SentMessage>,
  foreign: readonly string[],
): Promise<Judged[]> {
  const judged: Judged[] = [];
  let conversationId: string | undefined;
  for (const question of questions) {
    const ask = question.ask.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => names.get(name) ?? whole);
    if (!question.followsUp) conversationId = undefined;
    const context = contexts.get(question.page) ?? contexts.get("general");
    const started = performance.now();
    const sent = await send({
      message: ask,
      context,
      ...(conversationId === undefined ? {} : { conversationId }),
    });
    const ms = performance.now() - started;
    ({ conversationId } = sent);
    const { content, answer } = sent.message;
    const isForeign = foreign.some((word) => content.includes(word) && !ask.includes(word));
    judged.push({
      ...question,
      ask,
      content,
      ms,
      isForeign,
      ...verdictOf(question, answer!, content, truths),
    });
  }
  return judged;
}

function verdictOf(
  { tools, figures }: AskedQuestion,
  answer: NonNullable<SentMessage["message"]["answer"]>,
  content: string,
  truths: Truths,
): Pick<Judged, "verdict" | "why" | "isWrongNumber"> {
  const right = { verdict: "right" as const, why: "", isWrongNumber: false };
  const wrong = (why: string, isWrongNumber = false) => ({ verdict: "wrong" as const, why, isWrongNumber });
  const [wanted] = tools;
  if (wanted === "-")
    return answer.kind === "unknown" ? right : wrong(`answered (${answer.kind}, ${answer.tools.join(", ")})`);
  if (answer.kind === "unknown") {
    // Where the truth is that it is not known, saying so is right.
    const isTrue =
      figures.length > 0 &&
      figures.every((name) => truths.get(name)?.some((words) => content.includes(words)));
    return isTrue ? right : { verdict: "refused", why: content, isWrongNumber: false };
  }
  const paths = [...answer.actions.map(({ path }) => path), ...answer.sources.map(({ path }) => path ?? "")];
  if (wanted === "help" || wanted === "proposal") {
    if (answer.kind !== wanted) return wrong(`answered as ${answer.kind}`);
    const [place = ""] = figures;
    return paths.some((path) => path.startsWith(place)) ? right : wrong(`leads to ${paths.join(", ")}`);
  }
  if (answer.kind !== "answered") return wrong(`answered as ${answer.kind}`);
  if (!tools.some((tool) => answer.tools.includes(tool))) return wrong(`asked ${answer.tools.join(", ")}`);
  const missing = figures.filter((name) => !truths.get(name)?.some((words) => holds(content, words)));
  if (missing.length === 0) return right;
  return wrong(
    `lacks ${missing.map((name) => `${name} (${truths.get(name)?.slice(0, 2).join(" / ") ?? "no truth"})`).join(", ")}`,
    true,
  );
}

/** Whether words stand in a text, a number not as part of a longer one. */
function holds(content: string, words: string): boolean {
  const at = words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\d.,])${at}(?![\\d]|[.,]\\d)`).test(content);
}
