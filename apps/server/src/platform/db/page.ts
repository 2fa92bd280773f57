/** Which page is asked for; the contract bounds both (`pageQuery`). */
export interface PageRequest {
  /** From 1. */
  page: number;
  pageSize: number;
}

/** The one shape of a list answer (contracts: `listOf`). */
export interface Page<T> extends PageRequest {
  items: T[];
  totalCount: number;
  totalPages: number;
}

/** A page that is already read, of a list that long. */
export function pageOf<T>(items: T[], totalCount: number, { page, pageSize }: PageRequest): Page<T> {
  return { items, totalCount, page, pageSize, totalPages: Math.ceil(totalCount / pageSize) };
}

/**
 * Reads one page of a list: its length and its rows, both by statements of one transaction of the caller. `rows` orders
 * them to the last tie, or pages would overlap. Lists that are walked deep page by a cursor besides (customers).
 */
export async function readPage<T>(
  request: PageRequest,
  count: () => Promise<number>,
  rows: (range: { limit: number; offset: number }) => Promise<T[]>,
): Promise<Page<T>> {
  const totalCount = await count();
  const { page, pageSize } = request;
  return pageOf(await rows({ limit: pageSize, offset: (page - 1) * pageSize }), totalCount, request);
}
