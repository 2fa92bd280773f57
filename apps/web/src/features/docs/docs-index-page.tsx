import { DocsIndex } from "@/components/docs/docs-index.tsx";
import { DocsSearch } from "@/components/docs/docs-search.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { DocsFrame, useDocsSearch } from "@/components/docs/docs-frame.tsx";

/** What the documentation holds, within the app. */
export function DocsIndexPage() {
  const search = useDocsSearch();
  return (
    <DocsFrame>
      <PageHeader
        title="Documentation"
        subtitle="How to bring customers in, read scores, judge the model and keep customers"
      />
      <div ref={search} className="max-w-240">
        <DocsSearch />
        <DocsIndex base="/app/docs" />
      </div>
    </DocsFrame>
  );
}
