import { declineClasses, declineReasons, recoveryCredits, recoveryParts } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState, NoResults } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatCounted, formatMoney } from "@/lib/format/index.ts";
import type { UrlStateOf } from "@/lib/url-state/index.ts";
import { recoveryQueries } from "./api/recovery-queries.ts";
import { CaseRow, casePath, rowColumns } from "./components/case-columns.tsx";
import { casesState, monthWords } from "./hooks/cases-state.ts";

/** /app/recovery/cases: the failed payments that a number of recovery adds up from. */
export function RecoveryCasesPage() {
  const [state, change] = useUrlState(casesState);
  const list = useQuery(recoveryQueries.cases(state));
  const title = titleOf(state);
  const isNarrowed = state.part ?? state.class ?? state.reason ?? state.credit ?? state.month;
  return (
    <>
      <PageHeader
        title={title}
        subtitle={
          list.data === undefined
            ? undefined
            : [
                formatCounted(list.data.totalCount, "failed payment"),
                ...list.data.totals.map(
                  ({ currency, amount, recovered }) =>
                    `${formatMoney(amount, currency, 2)} failed, ${formatMoney(recovered, currency, 2)} recovered`,
                ),
              ].join(" · ")
        }
        breadcrumb={[{ label: "Recovery", to: "/app/recovery" }, { label: title }]}
      />
      <Sheet>
        <ListFrame
          query={list}
          noun="failed payments"
          failed="The failed payments did not load"
          skeleton={<ListSkeleton rows={10} />}
          empty={
            <EmptyState
              title="No failed payments"
              actions={<ButtonLink to="/app/recovery">Recovery</ButtonLink>}
            >
              Payments that fail stand here, with what became of each.
            </EmptyState>
          }
          noMatch={
            isNarrowed === undefined ? undefined : (
              <NoResults
                title="No failed payment adds to this number"
                action={<ButtonLink to="/app/recovery">Back to recovery</ButtonLink>}
              />
            )
          }
          onPage={(page) => change({ page })}
        >
          {({ items }, isStale) => (
            <ListTable
              label={title}
              columns={rowColumns}
              rows={items}
              idOf={({ id }) => id}
              pathOf={casePath}
              mobileRow={(one) => <CaseRow one={one} />}
              isStale={isStale}
            />
          )}
        </ListFrame>
      </Sheet>
    </>
  );
}

/** 'Lost in October 2026', 'Insufficient funds, open'. */
function titleOf(state: UrlStateOf<typeof casesState>): string {
  const what = [
    ...(state.part === undefined ? [] : [recoveryParts[state.part]]),
    ...(state.class === undefined ? [] : [declineClasses[state.class]]),
    ...(state.reason === undefined ? [] : [declineReasons[state.reason]]),
    ...(state.credit === undefined ? [] : [recoveryCredits[state.credit]]),
    ...(state.state === "open" ? ["Open"] : []),
  ].join(", ");
  const name = what === "" ? "Failed payments" : what;
  return state.month === undefined || state.month === "" ? name : `${name} in ${monthWords(state.month)}`;
}
