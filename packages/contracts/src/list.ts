import { z } from "zod";

/** Largest page a list answers with: what one request may cost the database. */
export const MAX_PAGE_SIZE = 100;
/** Offset paging ends here; deeper than this, lists go on by cursor. */
const MAX_PAGE = 100_000;

/** Offset-page query; `pageSize` defaults per list. */
export function pageQuery(defaultPageSize: number) {
  return {
    page: z.coerce.number().int().min(1).max(MAX_PAGE).default(1),
    pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(defaultPageSize),
  };
}

/** The one shape of a list answer: `{ items, totalCount, page, pageSize, totalPages }`. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    totalCount: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
    totalPages: z.number().int(),
  });
}
