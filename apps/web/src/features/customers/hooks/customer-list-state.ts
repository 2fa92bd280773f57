import { criteriaSchema } from "@forestay/contracts/schemas";
import { CUSTOMERS_PAGE_SIZE, customerSortFields } from "@forestay/contracts/wire";
import type { CustomerFilter, CustomerSelection } from "@forestay/contracts/wire";
import type { RowSelection } from "@/hooks/use-row-selection.ts";
import { choice, defineUrlState, json, pageNumber, text } from "@/lib/url-state/index.ts";
import type { UrlStateOf } from "@/lib/url-state/index.ts";

export const PAGE_SIZES = [10, 25, 50, 100] as const;

/** What the address of the customers list says: a view of it can be shared. */
export const customerListState = defineUrlState({
  search: text(),
  filters: json((parsed) => {
    const checked = criteriaSchema.safeParse(parsed);
    return checked.success ? checked.data : undefined;
  }, []),
  sort: choice(customerSortFields, "churnRiskScore"),
  direction: choice(["desc", "asc"], "desc"),
  page: pageNumber(),
  pageSize: choice(PAGE_SIZES, CUSTOMERS_PAGE_SIZE),
  /** The id of a saved view to open; what it shows takes its place. */
  view: text(),
});
export type CustomerListState = UrlStateOf<typeof customerListState>;

/** The part of the state that decides which customers the list holds. */
export function filterOf({ search, filters }: Pick<CustomerListState, "search" | "filters">): CustomerFilter {
  return { conditions: filters, ...(search === "" ? {} : { search }) };
}

/** The chosen rows as the API takes them; null where none is. */
export function selectionOf(rows: RowSelection, filter: CustomerFilter): CustomerSelection | null {
  if (rows.count === 0) return null;
  return rows.allMatching ? { filter, exceptIds: [...rows.ids] } : { customerIds: [...rows.ids] };
}
