import { z } from "zod";
import { createDocumentationSearch } from "./documentation/search-documentation.ts";
import { defineTool } from "./tool.ts";

const USUAL_SECTIONS = 4;
const MOST_SECTIONS = 20;
const SECTION_CHARACTERS = 1500;

/** Read and indexed at the first question, once for the process. */
let search: ReturnType<typeof createDocumentationSearch> | undefined;

export const documentationTools = [
  defineTool({
    name: "search_documentation",
    title: "Search the documentation",
    description:
      "Sections of this product's documentation, the best first: how to do something in it, and what its words mean. `covers` is the share of the words asked that stand in a section, 0 to 1; below 0.5 it is about something else.",
    group: "documentation",
    // What every key that reads here has: the documentation is anybody's.
    policy: "customers:read",
    readOnly: true,
    longestText: SECTION_CHARACTERS,
    input: z.object({
      query: z.string().min(1).max(500),
      limit: z.number().int().min(1).max(MOST_SECTIONS).default(USUAL_SECTIONS),
    }),
    output: z.object({
      sections: z.array(
        z.object({ title: z.string(), text: z.string(), path: z.string(), covers: z.number() }),
      ),
    }),
    run(_context, _user, { query, limit }) {
      search ??= createDocumentationSearch();
      return Promise.resolve({ sections: search(query).slice(0, limit) });
    },
  }),
];
