import { cn } from "@/lib/style/cn.ts";
import { DocsFrame, useDocsSearch } from "./docs-frame.tsx";
import { DocsSearch } from "./docs-search.tsx";

/** The documentation is looked through here; what is found opens in the app. */
export function SearchDocs({ className }: { className?: string }) {
  const search = useDocsSearch();
  return (
    <DocsFrame>
      <div ref={search} className={cn("[&>form]:mb-0 [&>form]:max-w-none", className)}>
        <DocsSearch />
      </div>
    </DocsFrame>
  );
}
