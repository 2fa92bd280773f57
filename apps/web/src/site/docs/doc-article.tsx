import { cn } from "@/lib/style/cn.ts";
import { contents, docAddress, docPages } from "./contents.ts";
import type { DocPage } from "./contents.ts";
import { DocsSearch } from "./docs-search.tsx";
import type { RenderedDoc } from "./render-markdown.ts";

/** One page of the documentation: contents at the left, what is on this page at the right, the ways on below. */
export function DocArticle({ page, doc }: { page: DocPage; doc: RenderedDoc }) {
  const at = docPages.indexOf(page);
  const [before, next] = [docPages[at - 1], docPages[at + 1]];
  return (
    <div className="gap-x-12 pt-6 pb-10 lg:grid lg:grid-cols-[220px_minmax(0,680px)_minmax(0,1fr)]">
      <nav aria-label="Documentation" className="max-lg:hidden print:hidden">
        <Contents page={page} />
      </nav>
      <details className="mb-5 border-b border-line pb-3 lg:hidden print:hidden">
        <summary className="rounded-check py-2 text-body font-emphasis text-brand-text">All pages</summary>
        <nav aria-label="Documentation, all pages">
          <Contents page={page} />
        </nav>
      </details>
      <div className="min-w-0">
        <DocsSearch />
        <article className="doc" dangerouslySetInnerHTML={{ __html: doc.html }} />
        <nav
          aria-label="Before and next"
          className="mt-10 grid grid-cols-2 gap-4 border-t border-line pt-5 text-body print:hidden"
        >
          {before === undefined ? <span /> : <Step label="Before" page={before} />}
          {next === undefined ? <span /> : <Step label="Next" page={next} isRight />}
        </nav>
      </div>
      {doc.headings.length < 2 ? null : (
        <nav aria-label="On this page" className="max-lg:hidden print:hidden">
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

function Contents({ page }: { page: DocPage }) {
  return contents.map(({ group, pages }) => (
    <div key={group} className="pb-4">
      <p className="m-0 pb-1 text-note font-strong text-ink-2">{group}</p>
      <ul className="m-0 list-none p-0">
        {pages.map((one) => (
          <li key={one.slug}>
            <a
              href={docAddress(one.slug)}
              {...(one === page ? { "aria-current": "page" as const } : {})}
              className={cn(
                "block rounded-control border px-2.5 py-1.25 text-ui no-underline touch:py-3",
                one === page
                  ? "border-line bg-sheet font-strong text-ink shadow-xs"
                  : "border-transparent text-ink-2 hover:bg-hover hover:text-ink",
              )}
            >
              {one.title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
}

function Step({ label, page, isRight = false }: { label: string; page: DocPage; isRight?: boolean }) {
  return (
    <a href={docAddress(page.slug)} className={cn("no-underline", isRight && "text-right")}>
      <span className="block text-note text-ink-2">{label}</span>
      <span className="font-strong text-brand-text">{page.title}</span>
    </a>
  );
}
