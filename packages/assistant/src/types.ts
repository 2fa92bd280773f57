import type { AnswerBlock, ChatAnswer, CriteriaNode, PageContext, Remembered } from "@forestay/contracts";

/** What a tool answered, or why it did not. */
export type ToolOutcome =
  | { ok: true; value: Record<string, unknown> }
  | { ok: false; code: string; message: string };

/** Names that this company uses, which a question may speak of. */
export interface Vocabulary {
  plans: readonly string[];
  segments: readonly { id: string; name: string }[];
  campaigns: readonly { id: string; name: string }[];
}

/** When a question is about. `month`: a calendar month like 2026-09. `unknown`: a time that was named and nothing is kept of. */
export type Period =
  | { kind: "now" }
  | { kind: "month"; month: string; words: string }
  | { kind: "months"; months: number; words: string }
  | { kind: "days"; days: number; words: string }
  | { kind: "unknown"; words: string };

/** What the last question was about, for those that follow it. */
export interface Topic {
  /** Name of the answerer, and of what it was asked for there. */
  intent: string;
  subject: string | null;
}

/** What a conversation keeps from one question to the next. */
export interface Memory {
  topic?: Topic;
  period?: Period;
  plan?: string;
  levels?: number[];
  customer?: { id: string; name: string };
  segment?: { id: string; name: string };
  campaign?: { id: string; name: string };
  /** Lines of a filter, and how they read. */
  filter?: { criteria: CriteriaNode[]; words: string };
}

/** Everything that answering needs; all of it is handed in. */
export interface Asking {
  question: string;
  context: PageContext;
  memory: Memory;
  vocabulary: Vocabulary;
  /** The company's today, like 2026-11-25. */
  today: string;
  /** Asks a tool with the rights of whoever asks the question. */
  call(name: string, args: Record<string, unknown>): Promise<ToolOutcome>;
}

export interface Answered {
  answer: ChatAnswer;
  /** The same in plain words. */
  content: string;
  memory: Memory;
  remembered: Remembered[];
}

/** An answer that is being put together. */
export interface Draft {
  kind: ChatAnswer["kind"];
  blocks: AnswerBlock[];
  asOf: string | null;
  sources: ChatAnswer["sources"];
  actions: ChatAnswer["actions"];
  suggestions: string[];
}
