import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useLocation, useParams } from "react-router";
import { docPages } from "@/components/docs/all-docs.ts";
import { attendCopyButtons } from "@/components/docs/attend-copy-buttons.ts";
import type { DocPage } from "@forestay/contracts/docs";
import { DocArticle } from "@/components/docs/doc-article.tsx";
import { DocsFrame, useDocsSearch } from "@/components/docs/docs-frame.tsx";
import type { RenderedDoc } from "@/components/docs/doc-page.ts";
import { QueryView } from "@/components/query-view.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { docKeys } from "@/lib/api/query-keys.ts";
import "@/styles/doc.css";

/** The same files that public pages are made of, each loaded when it is read. */
const files = import.meta.glob<RenderedDoc | null>("../../../../../docs/{*,start/*,integrations/*}.md", {
  query: "?doc",
  import: "doc",
});

async function loadDoc({ file }: DocPage): Promise<RenderedDoc> {
  const load = Object.entries(files).find(([path]) => path.endsWith(`/docs/${file}`))?.[1];
  const doc = await load?.();
  if (doc == null) throw new Error("This page of the documentation is not there.");
  return { ...doc, html: ofTheApp(doc.html) };
}

/** Links within the documentation stay in the app, and examples name this installation. */
const ofTheApp = (html: string) =>
  html.replaceAll(/href="\/docs(?=[/"#])/g, 'href="/app/docs').replaceAll("%ORIGIN%", location.origin);

/** One page of the documentation, within the app. */
export function DocsPage() {
  const { slug = "" } = useParams();
  const page = docPages.find((one) => one.slug === slug);
  if (page === undefined) {
    return (
      <DocsFrame>
        <PageHeader title="Documentation" />
        <EmptyState
          title="There is no such page"
          actions={
            <Link to="/app/docs" className="font-strong text-brand-text">
              All of the documentation
            </Link>
          }
        >
          It may have got another name.
        </EmptyState>
      </DocsFrame>
    );
  }
  return <Reading key={slug} page={page} />;
}

function Reading({ page }: { page: DocPage }) {
  const doc = useQuery({
    queryKey: [...docKeys.page, page.slug],
    queryFn: () => loadDoc(page),
    // A part of the program, and not of anybody's data.
    staleTime: Infinity,
  });
  return (
    <DocsFrame>
      <PageHeader
        title={page.title}
        breadcrumb={[{ label: "Documentation", to: "/app/docs" }, { label: page.title }]}
      />
      <QueryView
        query={doc}
        loading="Loading the page"
        failed="This page of the documentation did not load"
        skeleton={<Skeleton className="h-96 max-w-170" />}
      >
        {(data) => <Article page={page} doc={data} />}
      </QueryView>
    </DocsFrame>
  );
}

/** Made anew for each page: what is attended to is there when it is first drawn. */
function Article({ page, doc }: { page: DocPage; doc: RenderedDoc }) {
  const { hash } = useLocation();
  const search = useDocsSearch();
  useEffect(() => {
    if (search.current !== null) attendCopyButtons(search.current);
  }, [search]);
  useEffect(() => {
    if (hash !== "") document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash]);
  return (
    <div ref={search}>
      <DocArticle page={page} doc={doc} base="/app/docs" />
    </div>
  );
}
