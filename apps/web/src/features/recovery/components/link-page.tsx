import type { UseQueryResult } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";

/** Less is a link that a mail program or a person cut off. */
const LEAST_TOKEN = 20;
export const isWholeToken = (token: string): boolean => token.length >= LEAST_TOKEN;

interface LinkPageProps<T> {
  token: string;
  query: UseQueryResult<T>;
  loading: string;
  /** Where to begin again, when a part of the link is missing. */
  again: string;
  children: (seen: T) => ReactNode;
}

/** The one card of a page that a company's customer reaches by a link, without signing in. */
export function LinkPage<T>({ token, query, loading, again, children }: LinkPageProps<T>) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex min-h-dvh w-full max-w-130 flex-col justify-center px-4 py-10"
    >
      <div className="rounded-sheet border border-line bg-sheet px-5 py-6 shadow-xs md:px-8 md:py-8">
        {isWholeToken(token) ? (
          <QueryView
            query={query}
            loading={loading}
            failed="This link did not open"
            skeleton={<Skeleton className="h-60 w-full" />}
            inset
          >
            {children}
          </QueryView>
        ) : (
          <LinkWords title="This link is not complete">Part of it is missing. {again}</LinkWords>
        )}
      </div>
    </main>
  );
}

/** What such a page says: a title and what follows from it. */
export function LinkWords({
  title,
  icon = false,
  children,
}: {
  title: string;
  icon?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      {icon ? <CircleCheck aria-hidden className="mb-3 size-8 text-ok" /> : null}
      <h1 tabIndex={-1} className="m-0 pb-2 text-title font-title text-balance text-ink">
        {title}
      </h1>
      <div className="text-body text-ink-2">{children}</div>
    </>
  );
}
