import { ChevronLeft, ChevronRight } from "lucide-react";
import { formatCount } from "@/lib/format/index.ts";
import { IconButton } from "./icon-button.tsx";
import { Select } from "./select.tsx";

interface PaginationProps<S extends number> {
  page: number;
  pageSize: number;
  totalCount: number;
  onPage: (page: number) => void;
  /** The total is counted only so far: shown as 'about'. */
  totalIsEstimate?: boolean;
  /** Page sizes to choose from; left out where the size is fixed. */
  pageSizes?: readonly S[];
  onPageSize?: (pageSize: S) => void;
}

/** Foot of a list: which rows these are, and the pages before and after. */
export function Pagination<S extends number = number>({
  page,
  pageSize,
  totalCount,
  onPage,
  totalIsEstimate = false,
  pageSizes,
  onPageSize,
}: PaginationProps<S>) {
  const totalPages = Math.max(1, Math.ceil(totalCount / pageSize));
  const first = totalCount === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(totalCount, page * pageSize);
  const about = totalIsEstimate ? "about " : "";
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-2.5 text-ui md:px-5"
    >
      <p aria-live="polite" className="m-0 text-ink-2 tabular">
        {formatCount(first)}–{formatCount(last)} of {about}
        {formatCount(totalCount)}
      </p>
      <div className="flex items-center gap-2 text-ink-2">
        {pageSizes === undefined || onPageSize === undefined ? null : (
          <>
            <span aria-hidden className="max-md:hidden">
              Rows
            </span>
            <Select
              label="Rows per page"
              size="sm"
              className="w-18"
              value={String(pageSize)}
              onChange={(chosen) => {
                const size = pageSizes.find((one) => String(one) === chosen);
                if (size !== undefined) onPageSize(size);
              }}
              options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
            />
          </>
        )}
        <IconButton
          label="Previous page"
          variant="outline"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft />
        </IconButton>
        <span className="px-1 tabular">
          <span className="font-strong text-ink">{formatCount(page)}</span> of {about}
          {formatCount(totalPages)}
        </span>
        <IconButton
          label="Next page"
          variant="outline"
          disabled={page >= totalPages}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight />
        </IconButton>
      </div>
    </nav>
  );
}
