import { readFileSync } from "node:fs";
import type { HelpHit } from "@forestay/assistant";
import MiniSearch from "minisearch";

interface Section {
  id: number;
  title: string;
  text: string;
  path: string;
}

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
  "a an the is are be do does i we you my our your to of for in on at by it its this that how what where can could would should one with from and or if me us as mean means meaning stand stands please find get have has about define definition forestay up turn set no any explain use using when who which".split(
    " ",
  ),
);

const termsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? [];
const stem = (term: string) => term.replace(/(?:ies)$/, "y").replace(/(?:ing|ed|es|s)$/, "");
const processed = (term: string) => (noise.has(term) ? null : stem(term));

/** The documentation's sections, searched by words: titles weigh most, mistyped words are found too. */
export function createHelpSearch(): (query: string) => readonly HelpHit[] {
  const sections = readSections(readFileSync(new URL("./help/help.md", import.meta.url), "utf8"));
  const index = new MiniSearch<Section>({
    fields: ["title", "text"],
    storeFields: ["title", "text", "path"],
    tokenize: termsOf,
    processTerm: processed,
    searchOptions: {
      boost: { title: 3 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(sections);
  return (query) => {
    const terms = termsOf(query).filter((term) => processed(term) !== null);
    const wide = terms.flatMap((term) => [term, ...(synonyms[term] ?? [])]).join(" ");
    return index.search(wide).map(({ score, queryTerms, ...found }) => ({
      title: String(found["title"]),
      text: String(found["text"]),
      path: String(found["path"]),
      score,
      covers: terms.length === 0 ? 0 : Math.min(1, new Set(queryTerms).size / terms.length),
    }));
  };
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
      return { id, title, path, text: lines.join(" ").replaceAll(/\s+/g, " ").trim() };
    });
}
