import type { AnswerBlock, AnswerPart, ChatAnswer } from "@forestay/contracts";
import type { Asking, Draft, Memory, ToolOutcome } from "./types.ts";

/** A call that was made for this answer: what it may speak of. */
export interface Asked {
  name: string;
  args: Record<string, unknown>;
  outcome: ToolOutcome;
}

/** Ends an answer: it is said why, and nothing else. */
export class CannotAnswer extends Error {
  readonly suggestions: readonly string[];
  constructor(words: string, suggestions: readonly string[] = []) {
    super(words);
    this.suggestions = suggestions;
  }
}

type Words = string | AnswerPart;

/** Puts one answer together, and keeps what was asked for it. */
export class AnswerBuilder {
  readonly asking: Asking;
  readonly asked: Asked[] = [];
  readonly draft: Draft = {
    kind: "answered",
    blocks: [],
    asOf: null,
    sources: [],
    actions: [],
    suggestions: [],
  };
  memory: Memory;

  constructor(asking: Asking) {
    this.asking = asking;
    this.memory = { ...asking.memory };
  }

  /** What a tool answers; throws CannotAnswer with the tool's own words where it refuses. */
  async ask<T>(name: string, args: Record<string, unknown> = {}): Promise<T> {
    const outcome = await this.try(name, args);
    if (outcome.ok) return outcome.value as T;
    throw new CannotAnswer(
      outcome.code === "forbidden" ? "Your role does not allow looking at that." : outcome.message,
    );
  }

  async try(name: string, args: Record<string, unknown> = {}): Promise<ToolOutcome> {
    const outcome = await this.asking.call(name, args);
    this.asked.push({ name, args, outcome });
    return outcome;
  }

  say(...words: Words[]): this {
    const parts = words.map((one) => (typeof one === "string" ? { text: one, path: null } : one));
    this.draft.blocks.push({ kind: "text", parts });
    return this;
  }

  table(columns: string[], rows: Words[][]): this {
    this.draft.blocks.push({
      kind: "table",
      columns,
      rows: rows.map((row) => row.map((one) => (typeof one === "string" ? { text: one, path: null } : one))),
    });
    return this;
  }

  block(block: AnswerBlock): this {
    this.draft.blocks.push(block);
    return this;
  }

  source(label: string, path: string | null, detail: string | null = null): this {
    if (!this.draft.sources.some((one) => one.label === label))
      this.draft.sources.push({ label, path, detail });
    return this;
  }

  action(label: string, path: string): this {
    this.draft.actions.push({ label, path });
    return this;
  }

  asOf(moment: string | null): this {
    this.draft.asOf ??= moment;
    return this;
  }

  suggest(...questions: string[]): this {
    this.draft.suggestions.push(...questions);
    return this;
  }

  finished(): ChatAnswer {
    const calls = this.asked
      .filter(({ outcome }) => outcome.ok)
      .map(({ name, args }) => ({ tool: name, args }));
    return { ...this.draft, engine: "offline", tools: [...new Set(calls.map(({ tool }) => tool))], calls };
  }
}

export const link = (text: string, path: string): AnswerPart => ({ text, path });

/** The same in plain words: for whoever reads no blocks. */
export function contentOf(blocks: readonly AnswerBlock[]): string {
  return blocks
    .map((block) => {
      if (block.kind === "text") return block.parts.map(({ text }) => text).join("");
      if (block.kind === "draft") return [block.title, ...block.lines, block.count.text].join("\n");
      const head = block.columns.length === 0 ? [] : [block.columns.join(" | ")];
      return [...head, ...block.rows.map((row) => row.map(({ text }) => text).join(" | "))].join("\n");
    })
    .join("\n\n");
}
