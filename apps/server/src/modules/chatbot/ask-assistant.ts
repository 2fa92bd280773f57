import {
  answerQuestion,
  type Answered,
  type Asking,
  type Memory,
  type ToolOutcome,
  type Vocabulary,
} from "@forestay/assistant";
import type { PageContext } from "@forestay/contracts";
import { assistantTools, mayUse } from "#modules/assistant-tools/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { toAppError } from "#platform/http/error-handler.ts";
import type { ModuleContext } from "#platform/module.ts";
import { createModelHelp } from "./model/help-out.ts";

/** A plan or a segment that is new is known to questions this much later. */
const VOCABULARY_MS = 30_000;
/** Companies whose names are kept at a time. */
const MOST_KEPT = 500;

interface Known {
  vocabulary: Vocabulary;
  today: string;
}

export interface Question {
  question: string;
  context: PageContext;
  memory: Memory;
}

/** Answers questions with the tools that the person may use; reads, and writes nothing. */
export type AskAssistant = (user: CompanyUser, question: Question) => Promise<Answered>;

/** Made once for the process: it keeps the names that companies use for a while. */
export function createAssistant(context: ModuleContext): AskAssistant {
  const kept = new Map<string, { until: number; known: Promise<Known> }>();

  async function known(user: CompanyUser, call: Asking["call"]): Promise<Known> {
    const now = context.clock.now();
    // By role too: what one may not read, another may.
    const key = `${user.companyId} ${user.companyRole}`;
    const found = kept.get(key);
    if (found !== undefined && found.until > now.getTime()) return found.known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const known = readKnown(call, now);
    kept.set(key, { until: now.getTime() + VOCABULARY_MS, known });
    known.catch(() => kept.delete(key));
    return known;
  }

  const helpOut = createModelHelp(context);
  return async (user, { question, context: page, memory }) => {
    const call = callerOf(context, user);
    const asking = { question, context: page, memory, call, ...(await known(user, call)) };
    const own = await answerQuestion(asking);
    // What the lists of words read is right and costs nothing: a model is asked for the rest, where the company wants it.
    const helped = own.answer.kind === "unknown" ? await helpOut(user, asking) : null;
    return helped === null ? own : { ...own, ...helped };
  };
}

/** Tools that read, under the person's own rights; a refusal is an outcome and no error. */
export function callerOf(context: ModuleContext, user: CompanyUser): Asking["call"] {
  return async (name, args): Promise<ToolOutcome> => {
    const tool = assistantTools.find((one) => one.name === name && one.readOnly);
    if (tool === undefined) return { ok: false, code: "not_found", message: `There is no tool ${name}.` };
    if (!mayUse(tool, user))
      return { ok: false, code: "forbidden", message: "Your role does not allow looking at that." };
    try {
      return { ok: true, value: await tool.call(context, user, args) };
    } catch (error) {
      const refusal = toAppError(error);
      if (refusal.status >= 500) throw error;
      return { ok: false, code: refusal.code, message: refusal.message };
    }
  };
}

async function readKnown(call: Asking["call"], now: Date): Promise<Known> {
  const [metrics, segments, campaigns] = await Promise.all([
    call("get_metrics", {}),
    call("list_segments", { limit: 100 }),
    call("list_campaigns", { limit: 100 }),
  ]);
  const named = (read: ToolOutcome, of: string) =>
    (read.ok ? (read.value[of] as { id: string; name: string }[]) : []).map(({ id, name }) => ({ id, name }));
  return {
    vocabulary: {
      plans: metrics.ok ? (metrics.value["plans"] as string[]) : [],
      segments: named(segments, "segments"),
      campaigns: named(campaigns, "campaigns"),
    },
    today: metrics.ok ? String(metrics.value["day"]) : now.toISOString().slice(0, 10),
  };
}
