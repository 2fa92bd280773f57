import type { ScoreMovedBy } from "@forestay/contracts/wire";

/** Parts of one change that are named; the others stand together. */
const mostNamed = 3;
const together = "Everything else";

export interface MovedPart {
  key: string;
  words: string;
  points: number;
}

/** The parts that a change of the score adds up to: the largest three in words, the others as one. */
export function movedParts(movedBy: readonly ScoreMovedBy[]): MovedPart[] {
  const ranked = movedBy.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const named = ranked
    .filter(({ feature }) => feature !== "other")
    .slice(0, mostNamed + (ranked.length === mostNamed + 1 ? 1 : 0));
  const rest = ranked.filter((part) => !named.includes(part));
  const parts = named.map((part) => ({ key: part.feature, words: wordsOf(part), points: part.points }));
  const points = Number(rest.reduce((sum, part) => sum + part.points, 0).toFixed(1));
  return points === 0 ? parts : [...parts, { key: "other", words: together, points }];
}

/** 'Fewer logins from 52 to 14'. */
function wordsOf({ label, before, after }: ScoreMovedBy): string {
  if (before === null || after === null) return label;
  const [from, to] = [before, after].map(withoutPast);
  return from === to ? label : `${label} from ${from} to ${to}`;
}

/** Both values stand beside each other: neither what each was before, nor over which days it was counted, adds to that. */
const withoutPast = (evidence: string) =>
  evidence.replace(/, was .*$/, "").replace(/ in the last \d+ days?$/, "");
