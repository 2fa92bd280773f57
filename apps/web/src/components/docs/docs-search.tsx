import { Search } from "lucide-react";

/** Looks through all of the documentation; without a script there is none, and the contents lead everywhere. */
export function DocsSearch() {
  return (
    <form data-docs-search hidden role="search" className="relative mb-6 max-w-170 print:hidden">
      <label className="flex h-10 items-center gap-2.5 rounded-control border border-line-control bg-sheet px-3 text-ink-2 field-focus touch:h-11">
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="sr-only">Search the documentation</span>
        <input
          type="search"
          autoComplete="off"
          placeholder="Search the documentation"
          className="w-full min-w-0 border-0 bg-transparent p-0 text-body text-ink outline-none touch:text-input"
        />
      </label>
      <p role="status" className="m-0 px-1 pt-2 text-ui text-ink-2 empty:hidden" />
      <ul
        data-docs-results
        className="m-0 mt-1 list-none divide-y divide-line rounded-sheet border border-line bg-raised p-1 shadow-lg empty:hidden"
      />
    </form>
  );
}
