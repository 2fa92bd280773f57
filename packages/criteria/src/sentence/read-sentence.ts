import type { CriteriaNode, Criterion } from "@forestay/contracts/vocabulary";
import { fixedPhrases } from "./fixed-phrases.ts";
import { withoutRuling, type Phrase, type SentenceVocabulary } from "./phrase.ts";
import { vocabularyPhrases } from "./vocabulary-phrases.ts";

/** What a sentence came to. */
export interface ReadSentence {
  criteria: CriteriaNode[];
  /** Words that say something, and were not understood, in their order. */
  notUnderstood: string[];
}

/** Words that join others and ask nothing of a customer by themselves. */
const joints = new Set(
  `a an and are as at be been but by can customer customers did do does for from had has have having he her i in into is it its last
   list me my of on one or our out people show that the their them then there these they this those times to us was we were what whose
   which who whom will with within find all any every everyone everybody accounts account companies company users user clients client
   please give also only still just than`.split(/\s+/),
);

/**
 * The rule that a sentence asks for ("annual customers in Germany who stopped logging in"), read word by word with what the
 * company has: its plans, columns, their values and its events. Nothing is guessed: what no phrase takes is said, and a person
 * confirms the rest.
 */
export function readSentence(text: string, vocabulary: SentenceVocabulary): ReadSentence {
  const rest = {
    text: ` ${text
      .toLowerCase()
      .replaceAll(/[“”"'’!?;:()]/g, " ")
      .replaceAll(/\s+/g, " ")} `,
  };
  const found: { at: number; criterion: Criterion }[] = [];
  for (const phrase of [...fixedPhrases(vocabulary), ...vocabularyPhrases(vocabulary)])
    take(phrase, rest, found);
  const ordered = found.toSorted((a, b) => a.at - b.at);
  const notUnderstood = rest.text
    .split(/[^\p{L}\p{N}%$€£._-]+/u)
    .map((word) => word.replaceAll(/^[._-]+|[._-]+$/g, ""))
    .filter((word) => word !== "" && !joints.has(word));
  return { criteria: joined(ordered, rest.text), notUnderstood };
}

/** Lines with an "or" between them, of which one is enough, as a group; all others together. */
function joined(found: readonly { at: number; criterion: Criterion }[], rest: string): CriteriaNode[] {
  const runs: Criterion[][] = [];
  for (const [index, { at, criterion }] of found.entries()) {
    const before = found[index - 1];
    const run = runs.at(-1);
    if (before !== undefined && run !== undefined && / or /.test(rest.slice(before.at, at)))
      run.push(criterion);
    else runs.push([criterion]);
  }
  const groups: CriteriaNode[] = [];
  const single: Criterion[] = [];
  for (const run of runs) {
    const lines = merged(run);
    if (lines.length === 1) single.push(...lines);
    else groups.push({ match: "any", criteria: lines });
  }
  return [...merged(single), ...groups];
}

/** Takes every place a phrase stands at; the words it took are gone for the phrases after it. */
function take(phrase: Phrase, rest: { text: string }, found: { at: number; criterion: Criterion }[]): void {
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${phrase.pattern})(?![\p{L}\p{N}])`, "gu");
  for (const match of rest.text.matchAll(pattern)) {
    const before = rest.text.slice(0, match.index);
    const criterion = phrase.read(match.groups ?? {}, before);
    if (criterion === null) continue;
    found.push({ at: match.index, criterion });
    const isOut = criterion.operator === "NotIn" || criterion.value === false;
    // As long as it was, so that places stay where they are.
    const taken = (isOut ? withoutRuling(before) : before) + " ".repeat(match[0].length);
    rest.text = taken + rest.text.slice(taken.length);
  }
}

/** Values of one field that are all asked for, or all ruled out, are one line: "Germany or France". */
function merged(criteria: readonly Criterion[]): Criterion[] {
  const lines: Criterion[] = [];
  for (const criterion of criteria) {
    const same = lines.find(
      ({ field, operator }) =>
        field === criterion.field &&
        operator === criterion.operator &&
        (operator === "In" || operator === "NotIn"),
    );
    if (same === undefined) lines.push({ ...criterion });
    else
      same.value = [
        ...new Set([same.value ?? [], criterion.value ?? []].flat() as (string | number | boolean)[]),
      ];
  }
  return lines;
}
