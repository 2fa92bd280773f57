import { comparison, COMPARISON, NUMBER, toNumber } from "./numbers.ts";
import { isRuledOut, literally, type Phrase, type SentenceVocabulary } from "./phrase.ts";

/** Shorter values are part of too many words. */
const SHORTEST_VALUE = 2;

/** Phrases of this company: its numbers by their names, its plans, states and the values of its columns; the longest first. */
export function vocabularyPhrases({ fields, values }: SentenceVocabulary): Phrase[] {
  const named: { words: string; phrase: Phrase }[] = [];
  for (const { field, label, kind, choices } of fields) {
    const name = literally(label);
    if (field.startsWith("attributes.") && (kind === "number" || kind === "money")) {
      const step = kind === "money" ? 0.01 : 1;
      const read: Phrase["read"] = ({ compare, bound }) => ({
        field,
        ...comparison(compare ?? "", toNumber(bound ?? "0"), step),
      });
      const bound = String.raw`(?<bound>${NUMBER})`;
      named.push(
        { words: label, phrase: { pattern: `${name}(?: is| are| of)? ${COMPARISON} ${bound}`, read } },
        { words: label, phrase: { pattern: `${COMPARISON} ${bound} ${name}`, read } },
      );
    }
    if (field.startsWith("attributes.") && kind === "boolean")
      named.push({
        words: label,
        phrase: {
          pattern: name,
          read: (_, before) => ({ field, operator: "Equals", value: !isRuledOut(before) }),
        },
      });
    // Levels of risk are words of their own, and segments are named in full or not at all.
    const chosen =
      field === "plan" || field === "subscriptionStatus" || field === "segments" ? (choices ?? []) : [];
    for (const choice of chosen) named.push(valuePhrase(field, choice.label, choice.value));
    for (const value of values[field] ?? [])
      for (const words of wordsOf(value)) named.push(valuePhrase(field, words, value));
  }
  return named.toSorted((a, b) => b.words.length - a.words.length).map(({ phrase }) => phrase);
}

function valuePhrase(
  field: string,
  words: string,
  value: string | number,
): { words: string; phrase: Phrase } {
  return {
    words,
    phrase: {
      pattern: words.length < SHORTEST_VALUE ? "(?!)" : literally(words),
      read: (_, before) => ({ field, operator: isRuledOut(before) ? "NotIn" : "In", value: [value] }),
    },
  };
}

const regions = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/** A value as people say it: a country's code by the country's name too. */
function wordsOf(value: string): string[] {
  if (!/^[A-Z]{2}$/.test(value)) return [value];
  const name = regions.of(value);
  return name === undefined ? [value] : [name];
}
