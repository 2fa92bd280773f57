import { declineClasses, declineReasons, recoveryCredits, recoverySorts } from "@forestay/contracts/wire";
import type { Recovery } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { QueryView } from "@/components/query-view.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Cell, Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatCounted, formatMoney, monthName } from "@/lib/format/index.ts";
import { choice, defineUrlState, pageNumber, word } from "@/lib/url-state/index.ts";
import { recoveryQueries } from "./api/recovery-queries.ts";
import { OpenCases } from "./components/open-cases.tsx";
import { RecoveredBar } from "./components/recovered-bar.tsx";
import { RecoveryCurve } from "./components/recovery-curve.tsx";
import { RecoveryTabs } from "./components/recovery-tabs.tsx";
import { SumsTable } from "./components/sums-table.tsx";
import { casesPath, monthWords } from "./hooks/cases-state.ts";

const recoveryState = defineUrlState({
  month: word(),
  currency: word(),
  sort: choice(recoverySorts, "amount"),
  page: pageNumber(),
});

/** /app/recovery: payments that failed in a month, what became of them, and what is open. */
export function RecoveryPage() {
  const [state, change] = useUrlState(recoveryState);
  const { month, currency, sort, page } = state;
  const recovery = useQuery(recoveryQueries.figures({ month, currency }));
  const { data } = recovery;
  return (
    <>
      <PageHeader
        title="Recovery"
        subtitle={
          data?.hasCases === true
            ? `Failed payments in ${monthName(data.month)} and what happened to them${data.isCatchingUp ? " · new rows are being counted" : ""}`
            : undefined
        }
        actions={data?.hasCases === true ? <Narrowing recovery={data} onChange={change} /> : undefined}
      />
      <Sheet>
        <RecoveryTabs />
        <QueryView
          query={recovery}
          loading="Loading recovery"
          failed="Recovery did not load"
          skeleton={<RecoverySkeleton />}
          isEmpty={({ hasCases }) => !hasCases}
          empty={<NoFailures isCatchingUp={data?.isCatchingUp === true} />}
        >
          {(loaded) => (
            <>
              <Figures recovery={loaded} />
              <SheetRow>
                <OpenCases currency={loaded.currency} sort={sort} page={page} onChange={change} />
              </SheetRow>
            </>
          )}
        </QueryView>
      </Sheet>
    </>
  );
}

function Figures({ recovery }: { recovery: Recovery }) {
  const { month, currency, reasons, classes, credits, cases } = recovery;
  return (
    <>
      <RecoveredBar recovery={recovery} />
      <SheetRow columns="minmax(0,1fr) minmax(0,460px)">
        <RecoveryCurve curve={recovery.curve} />
        <Cell
          title="Why payments fail"
          subtitle={`${formatCounted(cases, "failed payment")} in ${monthName(month)}`}
        >
          {reasons.length === 0 ? (
            <p className="m-0 text-ui text-ink-2">No payment failed in this month.</p>
          ) : (
            <SumsTable
              label="Failed payments by reason"
              first="Reason"
              currency={currency}
              rows={reasons.map(({ reason, ...sums }) => ({
                key: declineReasons[reason],
                label: declineReasons[reason],
                ...sums,
                path: casesPath({ month, currency, reason }),
              }))}
            />
          )}
        </Cell>
      </SheetRow>
      {cases === 0 ? null : (
        <SheetRow columns="minmax(0,1fr) minmax(0,460px)">
          <Cell title="By what the decline asks for" subtitle="Class of decline">
            <SumsTable
              label="Failed payments by class of decline"
              first="Class"
              currency={currency}
              rows={classes.map(({ class: one, ...sums }) => ({
                key: declineClasses[one],
                label: declineClasses[one],
                ...sums,
                path: casesPath({ month, currency, class: one }),
              }))}
            />
          </Cell>
          <Credits
            credits={credits}
            recovery={recovery}
            path={(credit) => casesPath({ month, currency, credit })}
          />
        </SheetRow>
      )}
    </>
  );
}

/** What brought the money, one thing for each payment. */
function Credits({
  credits,
  recovery,
  path,
}: {
  credits: Recovery["credits"];
  recovery: Recovery;
  path: (credit: string) => string;
}) {
  return (
    <Cell title="What brought the money" subtitle="One thing for each payment">
      {credits.length === 0 ? (
        <p className="m-0 text-ui text-ink-2">Nothing came in yet.</p>
      ) : (
        <ul className="m-0 flex list-none flex-col p-0">
          {credits.map(({ credit, cases, recovered }) => (
            <li
              key={credit}
              className="flex items-baseline justify-between gap-3 border-line py-2 text-ui not-first:border-t"
            >
              <Link
                to={path(credit)}
                className="rounded-check text-ink no-underline hover:underline hover:decoration-brand-line"
              >
                {recoveryCredits[credit]}
              </Link>
              <span className="text-ink-2 tabular">
                {formatCounted(cases, "payment")}{" "}
                <span className="pl-3 font-strong text-ink">{formatMoney(recovered, recovery.currency)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Cell>
  );
}

/** Of which month and in which currency: what is chosen stands in the address. */
function Narrowing({
  recovery,
  onChange,
}: {
  recovery: Recovery;
  onChange: (patch: { month?: string; currency?: string; page?: number }) => void;
}) {
  return (
    <>
      {recovery.currencies.length < 2 ? null : (
        <Select
          label="Currency"
          options={recovery.currencies.map(({ currency }) => ({ value: currency, label: currency }))}
          value={recovery.currency}
          onChange={(currency) => onChange({ currency, page: 1 })}
          className="w-auto"
        />
      )}
      <Select
        label="Month of first failure"
        options={recovery.months.map((month) => ({ value: month, label: monthWords(month) }))}
        value={recovery.month}
        onChange={(month) => onChange({ month })}
        className="w-auto min-w-36"
      />
    </>
  );
}

function NoFailures({ isCatchingUp }: { isCatchingUp: boolean }) {
  return (
    <EmptyState
      title={isCatchingUp ? "Payments are being looked at" : "No failed payment is known"}
      actions={
        <>
          <ButtonLink to="/app/settings/integrations/stripe/configure" variant="primary">
            Connect Stripe
          </ButtonLink>
          <ButtonLink to="/app/customers?import=open">Import payments</ButtonLink>
        </>
      }
    >
      Payments that fail stand here with why, what became of them, and what is open. Connect your payment
      provider, or import invoices with the tries to collect them.
    </EmptyState>
  );
}

function RecoverySkeleton() {
  return (
    <div className="flex flex-col gap-4 p-5">
      <Skeleton className="h-10 w-64" />
      <Skeleton className="h-6.5 w-full" />
      <Skeleton className="h-56 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
