import type { AnalysisCustomer } from "@forestay/contracts/wire";
import { Tag } from "@/components/ui/tag.tsx";
import { formatShortDate } from "@/lib/format/index.ts";

/** Marks who has left since the run that lists it. */
export function LeftTag({ of: { hasLeft, leftAt } }: { of: Pick<AnalysisCustomer, "hasLeft" | "leftAt"> }) {
  if (!hasLeft) return null;
  return (
    <span className="block w-fit whitespace-nowrap">
      <Tag>{leftAt === null ? "Has left" : `Left on ${formatShortDate(leftAt)}`}</Tag>
    </span>
  );
}
