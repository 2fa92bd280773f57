import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { Loading, Skeleton } from "@/components/ui/skeleton.tsx";
import { ApiError, requestIdOf } from "@/lib/api/index.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Crumb = { label: string; to?: string };

interface RecordPageProps<T> {
  query: UseQueryResult<T>;
  /** 'analysis', 'customer'. */
  noun: string;
  /** Where it is found among its like; the last of them leads back from a record that does not exist. */
  parents: readonly [Crumb & { to: string }, ...(Crumb & { to: string })[]];
  /** The way back: 'All analyses'. */
  listLabel: string;
  /** Why it may not exist. */
  whyMissing?: string;
  skeleton?: ReactNode;
  children: (record: T) => ReactNode;
}

/**
 * A page of one record, by its id in the address: loading, not there (404, or an id that is none), failed with a way to
 * try again, or the record. What is on screen stays there when a later refresh fails.
 */
export function RecordPage<T>({
  query,
  noun,
  parents,
  listLabel,
  whyMissing = "The link may be old, or it belongs to another company.",
  skeleton = <Skeleton className="mt-8 h-120 w-full rounded-sheet" />,
  children,
}: RecordPageProps<T>) {
  const name = noun.charAt(0).toUpperCase() + noun.slice(1);
  const params = useParams();
  // The API may have something of its own below that name: '/customers/facets' is answered, and is no customer.
  const isNoId = Object.entries(params).some(
    ([param, value]) => param.endsWith("Id") && !UUID.test(value ?? ""),
  );
  const missing = isNoId || (query.error instanceof ApiError && [400, 404].includes(query.error.status));
  if (missing) {
    return (
      <>
        <PageHeader title={`${name} not found`} breadcrumb={[...parents, { label: "Not found" }]} />
        <Sheet>
          <EmptyState
            title={`This ${noun} does not exist`}
            actions={
              <ButtonLink to={(parents.at(-1) ?? parents[0]).to} variant="primary">
                {listLabel}
              </ButtonLink>
            }
          >
            {whyMissing}
          </EmptyState>
        </Sheet>
      </>
    );
  }
  if (query.isError && query.data === undefined) {
    return (
      <>
        <PageHeader title={name} breadcrumb={[...parents, { label: name }]} />
        <Sheet>
          <ErrorState
            title={`This ${noun} did not load`}
            message={query.error.message}
            requestId={requestIdOf(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </Sheet>
      </>
    );
  }
  return (
    <Loading loading={query.isPending} label={`Loading ${noun}`} skeleton={skeleton}>
      {query.data === undefined ? null : children(query.data)}
    </Loading>
  );
}
