import { useQuery } from "@tanstack/react-query";
import { customerQueries } from "@/features/customers/api/customer-queries.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatCount } from "@/lib/format/index.ts";

/** How many customers there are, at the right of their link; nothing until it is known. */
export function CustomerCount() {
  const enabled = usePolicy("customers:read");
  const { data } = useQuery({ ...customerQueries.facets(), enabled });
  if (data === undefined) return null;
  return (
    <span className="ml-auto text-note font-regular text-ink-2 tabular">{formatCount(data.totalCount)}</span>
  );
}
