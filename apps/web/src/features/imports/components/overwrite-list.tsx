import type { ImportOverwrite } from "@forestay/contracts/wire";
import { Button } from "@/components/ui/button.tsx";
import { formatCounted } from "@/lib/format/index.ts";

interface OverwriteListProps {
  overwrites: readonly ImportOverwrite[];
  disabled: boolean;
  onKeepBoth: (overwrite: ImportOverwrite) => void;
}

/** Columns that are called as another file's are, whose values they would replace; each can be kept under its own name. */
export function OverwriteList({ overwrites, disabled, onKeepBoth }: OverwriteListProps) {
  if (overwrites.length === 0) return null;
  return (
    <ul
      aria-label="Values of another file"
      className="m-0 mb-4 flex list-none flex-col gap-3 rounded-inset bg-sunken p-3"
    >
      {overwrites.map((overwrite) => (
        <li key={overwrite.column} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="m-0 min-w-0 flex-1 basis-72 text-ui text-ink">
            “{overwrite.column}” replaces the values that came with “{overwrite.fileName}”, for{" "}
            {formatCounted(overwrite.customers, "customer")}.
          </p>
          <Button size="sm" disabled={disabled} onClick={() => onKeepBoth(overwrite)}>
            Keep both, this one as “{overwrite.ownKey}”
          </Button>
        </li>
      ))}
    </ul>
  );
}
