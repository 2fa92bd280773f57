import { customerConditionSchema } from "@forestay/contracts/schemas";
import { CUSTOMERS_PAGE_SIZE, customerSortFields } from "@forestay/contracts/wire";
import type { CustomerCondition, CustomerFilter, CustomerSortField } from "@forestay/contracts/wire";
import { z } from "zod";

/** What the address of the customers list says: filters, sort and page live in the URL, so a view can be shared. */
export interface CustomerView {
  search: string;
  conditions: CustomerCondition[];
  sort: CustomerSortField;
  direction: "asc" | "desc";
  page: number;
  pageSize: number;
}

export const DEFAULT_SORT: CustomerSortField = "churnRiskScore";
export const PAGE_SIZES = [10, 25, 50, 100] as const;

const conditionsSchema = z.array(customerConditionSchema).max(20);

/** Reads a view from a URL; anything malformed falls back to its default, so that an old link never breaks the page. */
export function parseCustomerView(params: URLSearchParams): CustomerView {
  const sort = params.get("sort");
  return {
    search: params.get("search") ?? "",
    conditions: parseConditions(params.get("filters")),
    sort: customerSortFields.find((field) => field === sort) ?? DEFAULT_SORT,
    direction: params.get("direction") === "asc" ? "asc" : "desc",
    page: wholeNumber(params.get("page")) ?? 1,
    pageSize: PAGE_SIZES.find((size) => size === wholeNumber(params.get("pageSize"))) ?? CUSTOMERS_PAGE_SIZE,
  };
}

/** Writes only what differs from the default: the plain list has a plain address. */
export function formatCustomerView(view: CustomerView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.search !== "") params.set("search", view.search);
  if (view.conditions.length > 0) params.set("filters", JSON.stringify(view.conditions));
  if (view.sort !== DEFAULT_SORT) params.set("sort", view.sort);
  if (view.direction !== "desc") params.set("direction", view.direction);
  if (view.page !== 1) params.set("page", String(view.page));
  if (view.pageSize !== CUSTOMERS_PAGE_SIZE) params.set("pageSize", String(view.pageSize));
  return params;
}

/** The part of a view that decides which customers it holds. */
export function viewFilter(view: Pick<CustomerView, "search" | "conditions">): CustomerFilter {
  return { conditions: view.conditions, ...(view.search === "" ? {} : { search: view.search }) };
}

function parseConditions(text: string | null): CustomerCondition[] {
  if (text === null) return [];
  try {
    const parsed = conditionsSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

function wholeNumber(text: string | null): number | undefined {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value > 0 ? value : undefined;
}
