import type { ImportJob, ImportMapping } from "@forestay/contracts/wire";
import { Button } from "@/components/ui/button.tsx";
import { formatShortDate } from "@/lib/format/index.ts";

interface EarlierMappingProps {
  earlier: NonNullable<ImportJob["earlier"]>;
  disabled: boolean;
  onUseSuggestion: (suggestion: ImportMapping) => void;
}

/** Says that the columns stand as they were used for an earlier file, and offers what would be suggested without it. */
export function EarlierMapping({ earlier, disabled, onUseSuggestion }: EarlierMappingProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-inset bg-sunken p-3">
      <p className="m-0 min-w-0 flex-1 basis-72 text-ui text-ink">
        Read as “{earlier.fileName}” was on {formatShortDate(earlier.usedAt)}: its columns have the same
        headings.
      </p>
      <Button size="sm" disabled={disabled} onClick={() => onUseSuggestion(earlier.suggestion)}>
        Use the suggestion instead
      </Button>
    </div>
  );
}
