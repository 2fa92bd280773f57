import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";
import { contents, docPages } from "./all-docs.ts";
import type { DocPage } from "@forestay/contracts/docs";
import type { RenderedDoc } from "./doc-page.ts";
import { DocsSearch } from "./docs-search.tsx";

interface DocArticleProps {
  page: DocPage;
  doc: RenderedDoc;
  /** Where the pages of the documentation lie for this reader: `/docs`, or below the app. */
  base: string;
  /** The page's name, where the frame around does not say it. */
  heading?: ReactNode;
}

/** One page of the documentation: contents at the left, what is on this page at the right, the ways on below. */
export function DocArticle({ page, doc, base, heading }: DocArticleProps) {
  const at = docPages.indexOf(page);
  const [before, next] = [docPages[at - 1], docPages[at + 1]];
  return (
    <div className="gap-x-10 pb-10 lg:grid lg:grid-cols-[200px_minmax(0,680px)] min-[1280px]:grid-cols-[200px_minmax(0,680px)_minmax(150px,1fr)]">
      <nav aria-label="Documentation" className="max-lg:hidden print:hidden">
        <Contents here={page} base={base} />
      </nav>
      <details className="mb-5 border-b border-line pb-3 lg:hidden print:hidden">
        <summary className="rounded-check py-2 text-body font-emphasis text-brand-text">All pages</summary>
        <nav aria-label="Documentation, all pages">
          <Contents here={page} base={base} />
        </nav>
      </details>
      <div className="min-w-0">
        <DocsSearch />
        {heading}
        <article className="doc" dangerouslySetInnerHTML={{ __html: doc.html }} />
        <nav
          aria-label="Before and next"
          className="mt-10 grid grid-cols-2 rounded-sheet border border-line bg-sheet text-body print:hidden"
        >
          {before === undefined ? <span /> : <Step label="Before" page={before} base={base} />}
          {next === undefined ? null : <Step label="Next" page={next} base={base} isRight />}
        </nav>
      </div>
      {doc.headings.length < 2 ? null : (
        <nav aria-label="On this page" className="max-[1279px]:hidden print:hidden">
          <div className="sticky top-6">
            <p className="m-0 pb-2 text-ui font-strong text-ink">On this page</p>
            <ul className="m-0 list-none border-l border-line p-0">
              {doc.headings.map(({ id, text }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="block py-1 pl-3.5 text-ui text-ink-2 no-underline hover:text-ink"
                  >
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </nav>
      )}
    </div>
  );
}

function Contents({ here, base }: { here: DocPage; base: string }) {
  return contents.map(({ group, pages }) => (
    <div key={group} className="pb-4">
      <p className="m-0 px-2.5 pb-1 text-note font-strong text-ink-2">{group}</p>
      <ul className="m-0 list-none p-0">
        {pages.map((page) => (
          <li key={page.slug}>
            <a
              href={`${base}/${page.slug}`}
              {...(page === here ? { "aria-current": "page" as const } : {})}
              className={cn(
                "block rounded-control border px-2.5 py-1.25 text-ui no-underline touch:py-3",
                page === here
                  ? "border-line bg-sheet font-strong text-ink shadow-xs"
                  : "border-transparent text-ink-2 hover:bg-hover hover:text-ink",
              )}
            >
              {page.title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
}

interface StepProps {
  label: string;
  page: DocPage;
  base: string;
  isRight?: boolean;
}

function Step({ label, page, base, isRight = false }: StepProps) {
  return (
    <a
      href={`${base}/${page.slug}`}
      className={cn(
        "rounded-sheet px-5 py-3.5 no-underline hover:bg-hover",
        isRight && "border-l border-line text-right",
      )}
    >
      <span className="block text-note text-ink-2">{label}</span>
      <span className="font-strong text-brand-text">{page.title}</span>
    </a>
  );
}
