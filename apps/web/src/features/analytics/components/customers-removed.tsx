import { Archive } from "lucide-react";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { formatShortDate } from "@/lib/format/index.ts";

/** In place of the customers of a scheduled run that were removed after two weeks. */
export function CustomersRemoved({ at }: { at: string }) {
  return (
    <SheetRow>
      <Cell title="Customers">
        <p className="m-0 flex max-w-160 gap-2 text-ui text-ink">
          <Archive aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-2" />
          <span>
            The customers of this run were removed on {formatShortDate(at)}; its quality and totals remain.
            Scheduled runs keep their customers for two weeks; each customer’s own page has its scores of
            then.
          </span>
        </p>
      </Cell>
    </SheetRow>
  );
}
