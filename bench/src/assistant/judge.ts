import type { SentMessage } from "@forestay/contracts";
import type { AskedQuestion } from "./read-questions.ts";
import type { Names, Truths } from "./truths.ts";

export type Verdict = "right" | "refused" | "wrong";

export interface Judged extends AskedQuestion {
  verdict: Verdict;
  /** An answer was given, and a figure of it is another than the database's. */
  isWrongNumber: boolean;
  /** A row of another company is in it, or a link that leads out of the app. */
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
    const leaves = (JSON.stringify(answer).match(/"path":"[^"]*"/g) ?? []).some(
      (path) => !path.startsWith('"path":"/app'),
    );
    const isForeign = leaves || foreign.some((word) => content.includes(word) && !ask.includes(word));
    judged.push({
      ...question,
      ask,
      content,
      ms,
      isForeign,
      ...verdictOf(question, answer!, content, truths, names),
    });
  }
  return judged;
}

function verdictOf(
  { tools, figures, args }: AskedQuestion,
  answer: NonNullable<SentMessage["message"]["answer"]>,
  content: string,
  truths: Truths,
  names: Names,
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
  const places = [...answer.actions.map(({ path }) => path), ...answer.sources.map(({ path }) => path ?? "")];
  if (wanted === "help" || wanted === "proposal") {
    if (answer.kind !== wanted) return wrong(`answered as ${answer.kind}`);
    const [place = "", ...about] = figures;
    if (!places.some((path) => leadsTo(path, place))) return wrong(`leads to ${places.join(", ")}`);
    const said = content.toLowerCase();
    const unsaid = about.map((words) => words.replaceAll("_", " ")).filter((words) => !said.includes(words));
    if (unsaid.length > 0) return wrong(`says nothing of ${unsaid.join(", ")}`);
    return wanted === "help" || holdsArgs(places.map(draftOf), argsOf(args, names))
      ? right
      : wrong(`proposes ${JSON.stringify(places.map(draftOf))}`);
  }
  // A figure that is not the database's is wrong whatever was asked for it, so that is looked at first.
  const missing = figures.filter((name) => !truths.get(name)?.some((words) => holds(content, words)));
  const isWrongNumber = answer.kind === "answered" && missing.length > 0;
  if (answer.kind !== "answered") return wrong(`answered as ${answer.kind}`);
  const lacks = `lacks ${missing.map((name) => `${name} (${truths.get(name)?.slice(0, 2).join(" / ") ?? "no truth"})`).join(", ")}`;
  if (!tools.some((tool) => answer.tools.includes(tool)))
    return wrong(`asked ${answer.tools.join(", ")}${isWrongNumber ? `, ${lacks}` : ""}`, isWrongNumber);
  if (isWrongNumber) return wrong(lacks, true);
  const calls = (answer.calls ?? []).filter(({ tool }) => tools.includes(tool)).map((call) => call.args);
  const expected = argsOf(args, names);
  return holdsArgs(calls, expected)
    ? right
    : wrong(`asked with ${JSON.stringify(calls)} and not ${JSON.stringify(expected)}`);
}

/** A screen by its address, and not one that begins alike; below a place that ends with a stroke, any. */
const leadsTo = (path: string, place: string): boolean =>
  path.startsWith(place) && (place.endsWith("/") || /^(?:$|[?#/&])/.test(path.slice(place.length)));

/** What a link hands over to be confirmed: its parameters, those that are JSON as what they are. */
function draftOf(path: string): Record<string, unknown> {
  const { pathname, searchParams } = new URL(path, "http://app.invalid");
  const read = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  return {
    path: pathname,
    ...Object.fromEntries([...searchParams].map(([name, text]) => [name, read(text)])),
  };
}

const argsOf = (args: Record<string, unknown>, names: Names) =>
  JSON.parse(
    JSON.stringify(args).replaceAll(
      /\{([A-Z](?:\.\w+)?)\}/g,
      (whole, name: string) => names.get(name) ?? whole,
    ),
  ) as Record<string, unknown>;

const holdsArgs = (calls: readonly object[], expected: Record<string, unknown>) =>
  Object.keys(expected).length === 0 || calls.some((call) => contains(call, expected));

/** Whether a value holds an expected one: of an object each key, of a list each item, whatever else there is. */
function contains(value: unknown, expected: unknown): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(value) && expected.every((one) => value.some((held: unknown) => contains(held, one)))
    );
  if (typeof expected === "object" && expected !== null)
    return (
      typeof value === "object" &&
      value !== null &&
      Object.entries(expected).every(([key, one]) => contains((value as Record<string, unknown>)[key], one))
    );
  return value === expected || JSON.stringify(value)?.includes(JSON.stringify(expected)) === true;
}

/** Whether words stand in a text, a number not as part of a longer one. */
function holds(content: string, words: string): boolean {
  const at = words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\d.,])${at}(?![\\d]|[.,]\\d)`).test(content);
}
