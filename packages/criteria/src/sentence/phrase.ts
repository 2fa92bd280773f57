import type { Criterion, CriterionKind } from "@forestay/contracts/vocabulary";

/** What a company has that a sentence may speak of. */
export interface SentenceVocabulary {
  fields: readonly {
    field: string;
    label: string;
    kind: CriterionKind;
    choices?: readonly { value: string | number; label: string }[] | undefined;
  }[];
  /** Values of the company's own columns of text, by field. */
  values: Readonly<Record<string, readonly string[]>>;
}

/** Words that ask one thing. */
export interface Phrase {
  /** A pattern over lower-case words, with named groups. */
  pattern: string;
  /** The line that it asks for; null where it is none after all. `before` is what stands in front of it. */
  read: (groups: Record<string, string | undefined>, before: string) => Criterion | null;
}

const ruledOut =
  /\b(?:but not|not|no|except|without|other than|outside)(?: (?:the|of|on|in|from|a|an|for))*\s*$/u;

/** "not", "except", "without", right in front of what is ruled out. */
export const isRuledOut = (before: string): boolean => ruledOut.test(before);

/** What stands before, without the words that rule out what follows: they have said what they had to say. */
export const withoutRuling = (before: string): string =>
  before.replace(ruledOut, (words) => " ".repeat(words.length));

/** Text as a pattern that takes it literally; spaces, hyphens and underscores stand for each other. */
export const literally = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/[\s_-]+/g, String.raw`[\s_-]+`);
