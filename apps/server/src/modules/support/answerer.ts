import type { ChatContext, CompanyRole, PlatformRole } from "@forestay/contracts";
import type { ModuleContext } from "#platform/module.ts";

/** What the assistant is asked while it answers in a support session. */
export interface SupportQuestion {
  sessionId: string;
  /** Whose rights the answer is made with: those of the person who asks, as they are now, and never staff's. */
  user: {
    userId: string;
    companyId: string | null;
    companyRole: CompanyRole | null;
    platformRole: PlatformRole;
  };
  question: string;
  /** What was said before, oldest first, without the question. */
  history: readonly {
    sender: "user" | "ai" | "admin";
    content: string;
    /** Of the assistant's own: what it kept beside its answer. */
    metadata?: Record<string, unknown>;
  }[];
  page: ChatContext;
  /** Answers of the assistant in this session so far. */
  answersSoFar: number;
}

export interface SupportAnswer {
  content: string;
  /** What it rests on, as JSON: sources, links, "as of". Shown beside the message. */
  metadata?: Record<string, JsonValue>;
  /** A person is asked for, with the reason that staff read: "asked the same twice". */
  escalate?: { reason: string };
}
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** Who answers for the assistant. It writes nothing, and a failure of it is told to the person as one. */
export type SupportAnswerer = (
  context: ModuleContext,
  question: SupportQuestion,
  signal: AbortSignal,
) => Promise<SupportAnswer>;

/** Where no assistant is built in: says what happens, and asks for a person. */
export const withoutAssistant: SupportAnswerer = async (_context, { answersSoFar }) => ({
  content:
    answersSoFar === 0
      ? "No person has taken this session yet, and I cannot look anything up in this conversation. What you write is kept, and whoever takes the session reads all of it. If you would rather have a reply by mail, use the contact form under Help & Support."
      : "I have kept that with the session. Whoever takes it reads all of it.",
  ...(answersSoFar === 0 ? { escalate: { reason: "the assistant cannot answer by itself" } } : {}),
});
