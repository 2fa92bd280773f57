import type { Asking, Period } from "../types.ts";
import { conceptsIn, lexiconStems, lexiconWords, type Concept } from "./lexicon.ts";
import { readPeriod } from "./period.ts";
import { corrected, normalized, plainWords, tokensOf } from "./words.ts";

/** What a question was understood as, word by word. */
export interface Reading {
  /** Lower case, contractions written out, typing mistakes mended. */
  text: string;
  concepts: ReadonlySet<Concept>;
  period: Period | undefined;
  plan: string | undefined;
  levels: number[];
  segment: { id: string; name: string } | undefined;
  campaign: { id: string; name: string } | undefined;
  /** What seems to be somebody's name, as it was typed. */
  name: string | undefined;
  email: string | undefined;
  uuid: string | undefined;
  /** How many are asked for: "top 3", "the five riskiest". */
  top: number | undefined;
  /** Words that say something and were not understood. */
  leftovers: string[];
  /** Without names, plans, segments, times and levels: what the ask itself is. */
  bare: string;
  isFollowUp: boolean;
}

const more =
  `january february march april may june july august september october november december delete remove create make build
  draft open send change set update cancel email run start score settings integrations password export undo invite define mean means
  calculated meaning connect webhook webhooks tracking events api key role viewer staff owner currency timezone theme dark light
  language report weekly notifications two-factor authentication colleague team segment filter ignore instructions previous prompt
  critical medium annual annually monthly yearly germany france overdue silent inactive biggest largest smallest riskiest lowest
  highest newest oldest lowest latest valuable gone quiet auc brier csv excel json format formats upload uplift hello thanks
  analysis analyses recovered recover explain explained upgrades downgrades findings patterns drivers drives integration accurate accuracy calibrated calibration errors problems synced recommendations recommended fails failures predicted expected influence factors remaining remain stays stay expansion contraction reactivation churned churn notes summarize signature verify cohort dashboard weather poem joke page take`.split(
    /\s+/,
  );
const extraWords = new Set(more);
const numberWords: Record<string, number> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
const levelNumbers: Record<string, number> = { low: 0, medium: 1, high: 2, critical: 3 };
const LEVEL = "low|medium|high|critical";
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i;
const EMAIL = /[^\s@,;:<>()"']+@[^\s@,;:<>()"']+\.[^\s@,;:<>()"'?!]*[\p{L}\p{N}]/u;

export function readQuestion(asking: Pick<Asking, "question" | "vocabulary" | "today" | "memory">): Reading {
  const { vocabulary, memory, today } = asking;
  let question = asking.question;
  const uuid = UUID.exec(question)?.[0].toLowerCase();
  if (uuid !== undefined) question = question.replace(UUID, " ");
  const email = EMAIL.exec(question)?.[0];
  if (email !== undefined) question = question.replace(email, " ");

  const named = new Set(
    [
      ...vocabulary.plans,
      ...[...vocabulary.segments, ...vocabulary.campaigns].map(({ name }) => name),
    ].flatMap((name) => tokensOf(normalized(name))),
  );
  const known = new Set([...plainWords, ...lexiconWords, ...extraWords, ...named]);
  const { campaign, segment } = whatIsNamed(question, vocabulary);
  if (campaign !== undefined) question = withoutWords(question, campaign.name);
  if (segment !== undefined) question = withoutWords(question, segment.name);
  const name = nameIn(question, known);
  if (name !== undefined) question = question.replace(name, " ");

  const text = tokensOf(normalized(question))
    .map((word) => corrected(word, known, lexiconStems))
    .join(" ");
  const timed = readPeriod(text, today, memory.period);
  let bare = timed.rest;
  const plan = vocabulary.plans
    .toSorted((a, b) => b.length - a.length)
    .find((one) => holds(bare, normalized(one)));
  if (plan !== undefined) bare = withoutWords(bare, plan);
  const levelled = levelsIn(bare, memory.topic?.subject === "levels" || memory.levels !== undefined);
  bare = levelled.rest;
  const top = topIn(bare);
  const { concepts, rest } = conceptsIn(bare);
  const leftovers = tokensOf(rest).filter(
    (word) =>
      !plainWords.has(word) && !/^\d+$/.test(word) && !(top !== undefined && numberWords[word] === top),
  );
  return {
    text,
    concepts,
    period: timed.period,
    plan,
    levels: levelled.levels,
    segment,
    campaign,
    name,
    email,
    uuid,
    top,
    leftovers,
    bare,
    isFollowUp: followsUp(text, memory.topic !== undefined),
  };
}

/** What of these a question names, the longest name first: one may hold another. */
const namedIn = <T extends { name: string }>(question: string, all: readonly T[]): T | undefined =>
  all
    .toSorted((a, b) => b.name.length - a.name.length)
    .find(({ name }) => holds(normalized(question), normalized(name)));

const saysCampaign = /\b(?:campaigns?|held out|holdouts?|click\w*|unsubscrib\w*)\b/i;

/** The segment and the campaign of a question. Where one name holds the other it is the longer; of one name for both, the segment's unless a campaign is spoken of. */
function whatIsNamed(question: string, { campaigns, segments }: Asking["vocabulary"]) {
  const campaign = namedIn(question, campaigns);
  const segment = namedIn(question, segments);
  if (campaign === undefined || segment === undefined) return { campaign, segment };
  const [ofCampaign, ofSegment] = [normalized(campaign.name), normalized(segment.name)];
  const isCampaign = ofCampaign === ofSegment ? saysCampaign.test(question) : holds(ofCampaign, ofSegment);
  if (isCampaign) return { campaign, segment: undefined };
  return holds(ofSegment, ofCampaign) ? { campaign: undefined, segment } : { campaign, segment };
}

const holds = (text: string, words: string) => words !== "" && ` ${text} `.includes(` ${words} `);

function withoutWords(text: string, words: string): string {
  const pattern = words
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  return text
    .replace(
      new RegExp(
        `(?<![\\p{L}\\p{N}])(?:the )?${pattern}(?: plan| segment| campaign)?(?![\\p{L}\\p{N}])`,
        "iu",
      ),
      " ",
    )
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The longest run of capitalized words that are no words of ours; quoted text before it. */
function nameIn(question: string, known: ReadonlySet<string>): string | undefined {
  const quoted = /["“]([^"”]{2,80})["”]/.exec(question)?.[1];
  if (quoted !== undefined) return quoted;
  const runs = question.matchAll(
    /\p{Lu}[\p{L}\p{M}'’.-]*(?:\s+(?:(?:de|van|von|da|di|la|el|bin|al)\s+)?\p{Lu}[\p{L}\p{M}'’.-]*)*/gu,
  );
  let best: string | undefined;
  for (const [run] of runs) {
    const words = run.split(/\s+/);
    const isKnown = (word: string) => {
      const plain = normalized(word);
      return (
        plain === "" ||
        known.has(plain) ||
        known.has(plain.replace(/s$/, "")) ||
        /^\p{Lu}{2,5}s?$/u.test(word)
      );
    };
    while (words.length > 0 && isKnown(words[0]!)) words.shift();
    while (words.length > 0 && isKnown(words.at(-1)!)) words.pop();
    const name = words
      .join(" ")
      .replace(/['’]s$/, "")
      .replace(/[.'’-]+$/, "");
    // One capitalized word at the very beginning may be any mistyped word.
    if (
      words.length === 1 &&
      question.trimStart().startsWith(name) &&
      corrected(normalized(name), known) !== normalized(name)
    )
      continue;
    if (name.length > (best?.length ?? 1)) best = name;
  }
  return best;
}

function levelsIn(text: string, goesOn: boolean): { levels: number[]; rest: string } {
  const pattern = new RegExp(
    String.raw`\b(?:${LEVEL})(?:(?: or | and | )(?:${LEVEL}))*(?:[ -]?risk(?: level)?| level)?\b`,
    "g",
  );
  const levels = new Set<number>();
  let rest = text;
  for (const [run] of text.matchAll(pattern)) {
    const words: string[] = run.match(new RegExp(LEVEL, "g")) ?? [];
    const isMeant =
      words.length > 1 ||
      words.includes("critical") ||
      /risk|level/.test(run) ||
      (goesOn && tokensOf(text).length <= 4 && !text.startsWith("how"));
    if (!isMeant) continue;
    for (const word of words) levels.add(levelNumbers[word]!);
    rest = rest.replace(run, " ");
  }
  return { levels: [...levels].toSorted(), rest: rest.replaceAll(/\s+/g, " ").trim() };
}

function topIn(text: string): number | undefined {
  const match =
    /\b(?:top|first|the|best|worst|list) (?<n>\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)\b/.exec(
      text,
    );
  const word = match?.groups?.["n"];
  return word === undefined ? undefined : (numberWords[word] ?? Number(word));
}

const FOLLOWS =
  /^(?:and|what about|how about|only|just|but|also|then|now|same|or|for|in|on|by|per|who are they|which of (?:them|those|these)|of (?:those|them|these)|drop|forget|without|instead|why|make a segment of (?:them|those|these))\b|\b(?:of (?:those|them|these)|them|those)\b/;

/** Whether a question goes on from the last one. */
function followsUp(text: string, hasTopic: boolean): boolean {
  return hasTopic && (FOLLOWS.test(text) || tokensOf(text).length <= 2);
}
