import type { CriteriaNode, DashboardRowsOf } from "@forestay/contracts";

const withQuery = (path: string, query: Record<string, string | number | undefined>) => {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  );
  const text = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === "" ? path : `${path}?${text}`;
};

/** The rows that a figure of the dashboard adds up from. */
export const rowsPath = (rows: DashboardRowsOf, plan?: string): string =>
  withQuery("/app/dashboard/rows", { ...rows, plan });

/** The customers list with a filter in its address. */
export const customersPath = (
  criteria: readonly CriteriaNode[],
  view: { sort?: string | undefined; direction?: string | undefined; search?: string | undefined } = {},
): string =>
  withQuery("/app/customers", {
    search: view.search,
    filters: criteria.length === 0 ? undefined : JSON.stringify(criteria),
    sort: view.sort,
    direction: view.direction,
  });

export const customerPath = (id: string): string => `/app/customers/${id}`;
export const segmentPath = (id: string): string => `/app/segments/${id}`;
export const analysisPath = (id: string): string => `/app/analytics/churn-analysis/${id}`;
export const campaignPath = (id: string): string => `/app/campaigns/${id}`;
export const recoveryCasePath = (id: string): string => `/app/recovery/cases/${id}`;
/** Failed payments, narrowed as the list's address narrows them. */
export const recoveryCasesPath = (query: Record<string, string | undefined>): string =>
  withQuery("/app/recovery/cases", query);
export const importPath = (id: string): string => `/app/imports/${id}`;
export const settingsPath = (section: string): string => `/app/settings?section=${section}`;

export const newSegmentPath = (criteria: readonly CriteriaNode[], name: string): string =>
  withQuery("/app/segments/new", { criteria: JSON.stringify(criteria), name });
