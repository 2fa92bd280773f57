import type { SitePage } from "../site-page.ts";
import { contents, docAddress, docPages } from "./contents.ts";
import type { DocPage } from "./contents.ts";
import { DocArticle } from "./doc-article.tsx";
import { DocsSearch } from "./docs-search.tsx";
import { searchedParts } from "./search-parts.ts";
import { renderMarkdown } from "./render-markdown.ts";

/** The files themselves, taken in when the pages are drawn: one source for the repository and for these pages. */
const files = import.meta.glob<string>("../../../../../docs/{*,start/*}.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

function markdownOf({ file }: DocPage): string {
  const found = Object.entries(files).find(([path]) => path.endsWith(`/docs/${file}`));
  if (found === undefined) throw new Error(`docs/${file} is not there`);
  return found[1];
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
      <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        {contents.map(({ group, pages }) => (
          <section key={group} aria-label={group}>
            <h2 className="m-0 pb-2 text-lead font-strong text-ink">{group}</h2>
            <ul className="m-0 list-none divide-y divide-line border-y border-line p-0">
              {pages.map(({ slug, title, description }) => (
                <li key={slug} className="py-3">
                  <a href={docAddress(slug)} className="text-body font-strong text-brand-text">
                    {title}
                  </a>
                  <p className="m-0 text-ui text-ink-2">{description}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
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
    body: <DocArticle page={page} doc={renderMarkdown(page.file, markdownOf(page))} />,
  })),
];

/** All of the documentation's words, for its search. */
export const documentationParts = () => docPages.flatMap((page) => searchedParts(page, markdownOf(page)));
