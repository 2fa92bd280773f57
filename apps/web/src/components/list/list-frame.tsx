import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { NoResults } from "@/components/ui/empty-state.tsx";
import { Pagination } from "@/components/ui/pagination.tsx";

/** What a list's query answers: `listOf` of the contracts, or only its items where all of them come at once. */
interface ListPage {
  items: readonly unknown[];
  totalCount?: number;
  totalCountIsEstimate?: boolean;
  page?: number;
  pageSize?: number;
}

interface ListFrameProps<P extends ListPage, S extends number> {
  query: UseQueryResult<P>;
  /** What is listed, as in a sentence: 'customers'. */
  noun: string;
  /** What did not load, when it did not: 'Customers did not load'. */
  failed: string;
  skeleton: ReactNode;
  inset?: boolean;
  /** Shown where there is nothing at all: what belongs here and how to start. */
  empty: ReactNode;
  /** Shown where the filters in force leave nothing; left out where no filter is in force. */
  noMatch?: ReactNode;
  /** To another page of it; left out where all of it is shown. */
  onPage?: (page: number) => void;
  pageSizes?: readonly S[];
  onPageSize?: (pageSize: S) => void;
  /** A list that is a small part of its page says nothing of pages while it has one. */
  hidesSinglePage?: boolean;
  /** The rows. `isStale` while the ones that were asked for are on their way and those before are shown. */
  children: (page: P, isStale: boolean) => ReactNode;
}

/** What is known of a list's page, where its loading and failing are said for more than the list. */
export function ListBody<P extends ListPage, S extends number = number>({
  page: data,
  isStale,
  noun,
  empty,
  noMatch,
  onPage,
  pageSizes,
  onPageSize,
  hidesSinglePage = false,
  children,
}: Omit<ListFrameProps<P, S>, "query" | "failed" | "skeleton" | "inset"> & { page: P; isStale: boolean }) {
  const { items, page = 1, pageSize = items.length, totalCount = items.length } = data;
  if (items.length === 0) {
    if (totalCount > 0 && onPage !== undefined) return <PastEnd noun={noun} onFirst={() => onPage(1)} />;
    return noMatch ?? empty;
  }
  return (
    <>
      {children(data, isStale)}
      {onPage === undefined || (hidesSinglePage && totalCount <= pageSize) ? null : (
        <Pagination
          page={page}
          pageSize={pageSize}
          totalCount={totalCount}
          totalIsEstimate={data.totalCountIsEstimate === true}
          onPage={onPage}
          {...(pageSizes === undefined ? {} : { pageSizes })}
          {...(onPageSize === undefined ? {} : { onPageSize })}
        />
      )}
    </>
  );
}

/** A list in all its states: loading, failed, empty, nothing that matches, past its end, and its rows with the pages below. */
export function ListFrame<P extends ListPage, S extends number = number>({
  query,
  failed,
  skeleton,
  inset = false,
  ...body
}: ListFrameProps<P, S>) {
  return (
    <QueryView
      query={query}
      loading={`Loading ${body.noun}`}
      failed={failed}
      skeleton={skeleton}
      inset={inset}
    >
      {(page) => <ListBody {...body} page={page} isStale={query.isPlaceholderData} />}
    </QueryView>
  );
}

/** A page that a link, or rows removed meanwhile, left empty. */
function PastEnd({ noun, onFirst }: { noun: string; onFirst: () => void }) {
  return (
    <NoResults title="This page is past the end" action={<Button onClick={onFirst}>First page</Button>}>
      There are fewer {noun} than when the link was made.
    </NoResults>
  );
}
