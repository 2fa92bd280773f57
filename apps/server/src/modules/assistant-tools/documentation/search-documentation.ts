import { readFileSync } from "node:fs";
import MiniSearch, { type SearchResult } from "minisearch";
import { readDocumentation } from "./read-documentation.ts";

/** A section that a question may be about. */
export interface FoundSection {
  title: string;
  text: string;
  /** Where it is read or done, inside the app. */
  path: string;
  /** How well it fits; hits of one search can be compared with each other alone. */
  score: number;
  /** Share of the question's words that stand in it, 0 to 1. */
  covers: number;
}

interface Section {
  id: number;
  title: string;
  text: string;
  path: string;
  /** How much it counts beside others. */
  weight: number;
}

/** Of a question's words so many must stand in a paragraph of the documentation, which has a thousand: fewer are chance. */
const LEAST_COVERED_IN_DOCS = 0.66;
/** A single word shorter than this may stand in a paragraph by chance: `book`, `park`. */
const LEAST_TELLING = 6;
/** A section that was written as an answer goes before a paragraph that fits as well. */
const DOCS_WEIGHT = 0.6;

/** What people say for what the documentation calls otherwise. */
const synonyms: Record<string, readonly string[]> = {
  crm: ["hubspot", "salesforce"],
  dunning: ["recovery", "failed"],
  "2fa": ["two-factor"],
  mfa: ["two-factor"],
  upload: ["import"],
  colleague: ["team", "invite"],
  teammate: ["team", "invite"],
  claude: ["mcp"],
  chatgpt: ["mcp"],
  stop: ["turn"],
};
const noise = new Set(
  "a an the is are be do does i we you my our your to of for in on at by it its this that how what where can could would should one with from and or if me us as mean means meaning stand stands please find get have has about define definition forestay up turn set no any explain use using when who which why made".split(
    " ",
  ),
);

const termsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? [];
const stem = (term: string) => term.replace(/(?:ies)$/, "y").replace(/(?:ing|ed|es|s)$/, "");
const processed = (term: string) => (noise.has(term) ? null : stem(term));

/**
 * What was written as answers, and the documentation by its paragraphs, searched by words: titles weigh most, mistyped words are
 * found too.
 */
export function createDocumentationSearch(): (query: string) => readonly FoundSection[] {
  const answers = readSections(readFileSync(new URL("./help.md", import.meta.url), "utf8"));
  const sections = [
    ...answers,
    ...readDocumentation().map((part, at) => ({ ...part, id: answers.length + at, weight: DOCS_WEIGHT })),
  ];
  const index = new MiniSearch<Section>({
    fields: ["title", "text"],
    storeFields: ["title", "text", "path", "weight"],
    tokenize: termsOf,
    processTerm: processed,
    searchOptions: {
      boost: { title: 3 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostDocument: (_id, _term, stored) => Number(stored?.["weight"] ?? 1),
    },
  });
  index.addAll(sections);
  return (query) => {
    const terms = termsOf(query).filter((term) => processed(term) !== null);
    const wide = terms.flatMap((term) => [term, ...(synonyms[term] ?? [])]).join(" ");
    const hits = index.search(wide).map((found) => {
      const isAnswer = found["weight"] === 1;
      const held = isAnswer ? new Set(found.queryTerms).size : heldExactly(terms, found);
      return {
        title: String(found["title"]),
        text: String(found["text"]),
        path: String(found["path"]),
        isAnswer,
        score: found.score,
        covers: terms.length === 0 ? 0 : Math.min(1, held / terms.length),
      };
    });
    return oncePerPlace(hits.filter(({ isAnswer, covers }) => isAnswer || covers >= LEAST_COVERED_IN_DOCS));
  };
}

/**
 * How many of a question's words stand in a paragraph as they were asked: words that only resemble them are chance among a
 * thousand paragraphs, and so is a single one unless a heading has it.
 */
function heldExactly(terms: readonly string[], { match }: SearchResult): number {
  const asked = [...new Set(terms.map((term) => processed(term)))];
  const held = asked.filter((term): term is string => term !== null && match[term] !== undefined);
  const [only = ""] = held;
  const isChance = asked.length === 1 && only.length < LEAST_TELLING && !match[only]?.includes("title");
  return isChance ? 0 : held.length * (terms.length / asked.length);
}

/** Of paragraphs that are read at the same place the best one. */
function oncePerPlace(hits: readonly (FoundSection & { isAnswer: boolean })[]): FoundSection[] {
  const places = new Map<string, FoundSection>();
  for (const { isAnswer, ...hit } of hits) {
    const place = isAnswer ? hit.title : hit.path;
    if (!places.has(place)) places.set(place, hit);
  }
  return [...places.values()];
}

/** `## Title {/app/where}` and what stands below it, up to the next. */
function readSections(markdown: string): Section[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((text, id) => {
      const [head = "", ...lines] = text.split("\n");
      const [, title = head, path = "/app/docs/getting-started"] =
        /^(.*?) \{(\/app[^}]*)\}\s*$/.exec(head) ?? [];
      return { id, title, path, weight: 1, text: lines.join(" ").replaceAll(/\s+/g, " ").trim() };
    });
}
