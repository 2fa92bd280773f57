import { Spinner } from "@/components/ui/spinner.tsx";

/** While the list is fetched, and before that while the panel's own code arrives. */
export function PanelLoading() {
  return (
    <div className="flex flex-col items-center gap-2.5 px-6 py-9 text-ui text-ink-2">
      <Spinner />
      Loading notifications...
    </div>
  );
}
