import { docPages } from "@/components/docs/all-docs.ts";
import { docAddress } from "@forestay/contracts/docs";
import type { DocPage } from "@forestay/contracts/docs";
import { DocArticle } from "@/components/docs/doc-article.tsx";
import type { DocModule } from "@/components/docs/doc-page.ts";
import { DocsIndex } from "@/components/docs/docs-index.tsx";
import { DocsSearch } from "@/components/docs/docs-search.tsx";
import type { SitePage } from "../site-page.ts";

/** The files themselves as pages, made when the web is built: one source for the repository, for these pages and for the app. */
const files = import.meta.glob<DocModule>("../../../../../docs/{*,start/*,integrations/*}.md", {
  query: "?doc",
  eager: true,
});

function moduleOf({ file }: DocPage) {
  const found = Object.entries(files).find(([path]) => path.endsWith(`/docs/${file}`))?.[1];
  if (found?.doc == null) throw new Error(`docs/${file} is not there`);
  return { doc: found.doc, parts: found.parts };
}

const index: SitePage = {
  path: "/docs",
  title: "Documentation",
  description: "How to bring customers in, read scores, judge the model, use the API and run it yourself.",
  body: (
    <div className="pt-8 pb-10">
      <h1 className="m-0 text-[clamp(2rem,5vw,2.75rem)]/[1.1] font-strong tracking-[-0.036em] text-ink">
        Documentation
      </h1>
      <div className="pt-6">
        <DocsSearch />
      </div>
      <DocsIndex base="/docs" />
    </div>
  ),
};

/** The documentation: what it holds, and each of its pages. */
export const documentationPages: readonly SitePage[] = [
  index,
  ...docPages.map((page) => ({
    path: docAddress(page.slug),
    title: page.title,
    description: page.description,
    body: (
      <div className="pt-6">
        <DocArticle
          page={page}
          doc={moduleOf(page).doc}
          base="/docs"
          heading={
            <h1 className="m-0 pb-2 text-[clamp(1.75rem,4vw,2.375rem)]/[1.12] font-strong tracking-[-0.034em] text-ink">
              {page.title}
            </h1>
          }
        />
      </div>
    ),
  })),
];

/** All of the documentation's words, for its search. */
export const documentationParts = () => docPages.flatMap((page) => moduleOf(page).parts);
