import type { RecoveryResults } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { Link } from "react-router";
import { QueryView } from "@/components/query-view.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { ScrollBox } from "@/components/ui/scroll-box.tsx";
import { Cell, Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import type { TagTone } from "@/components/ui/tag.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { MISSING, formatCount, formatMoney, formatRelativeInline } from "@/lib/format/index.ts";
import { defineUrlState, word } from "@/lib/url-state/index.ts";
import { recoveryQueries } from "./api/recovery-queries.ts";
import { DifferenceLine } from "./components/difference-line.tsx";
import { LearnedTimes } from "./components/learned-times.tsx";
import { RecoveryTabs } from "./components/recovery-tabs.tsx";
import { casesPath, monthWords } from "./hooks/cases-state.ts";

const resultsState = defineUrlState({ currency: word() });

/** /app/recovery/results: what messages add over tries alone, and every month's failures beside one another. */
export function RecoveryResultsPage() {
  const [{ currency }] = useUrlState(resultsState);
  const results = useQuery(recoveryQueries.results({ currency }));
  return (
    <>
      <PageHeader
        title="Recovery results"
        subtitle="What messages add over tries alone, and what became of each month's failures"
        breadcrumb={[{ label: "Recovery", to: "/app/recovery" }, { label: "Results" }]}
      />
      <Sheet>
        <RecoveryTabs />
        <QueryView
          query={results}
          loading="Loading the results"
          failed="The results did not load"
          skeleton={<Skeleton className="m-5 h-80" />}
        >
          {(loaded) => <Results results={loaded} />}
        </QueryView>
      </Sheet>
    </>
  );
}

const tags: Record<RecoveryResults["finding"], { label: string; tone: TagTone }> = {
  no_control: { label: "Not measured", tone: "neutral" },
  too_early: { label: "Too early", tone: "neutral" },
  inconclusive: { label: "Not conclusive yet", tone: "warning" },
  adds: { label: "Conclusive", tone: "ok" },
  harms: { label: "Conclusive", tone: "danger" },
};

function Results({ results }: { results: RecoveryResults }) {
  const { finding, headline, explanation, added, currency, asOf } = results;
  const tag = tags[finding];
  return (
    <>
      <SheetRow columns="minmax(0,2fr) minmax(0,1fr)" className="not-first:border-t-0">
        <section aria-label="Verdict" className="min-w-0 px-4 py-5 md:px-5">
          <p className="m-0 flex flex-wrap justify-between gap-2 text-note text-ink-2">
            <span>Verdict</span>
            <span>as of {formatRelativeInline(asOf)}</span>
          </p>
          <h2 className="m-0 mt-1 text-title font-title text-balance break-words text-ink md:text-display">
            {headline}
          </h2>
          <p className="m-0 mt-2 text-body text-ink">{explanation}</p>
          <p className="m-0 mt-3 flex flex-wrap items-center gap-2 text-ui text-ink-2">
            <Tag tone={tag.tone}>{tag.label}</Tag>
            {added === null || finding === "inconclusive"
              ? null
              : `About ${formatMoney(added.value, currency)} of what failed, at the share of payments; range ${formatMoney(added.low, currency)} to ${formatMoney(added.high, currency)}.`}
          </p>
        </section>
        <DifferenceLine results={results} />
      </SheetRow>
      <SheetRow>
        <Arms results={results} />
      </SheetRow>
      <LearnedTimes times={results.times} />
      <SheetRow>
        <Cohorts results={results} />
      </SheetRow>
      <SheetRow>
        <p className="m-0 flex items-start gap-2.5 bg-sunken px-4 py-3.5 text-note text-ink-2 md:px-5">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 flex-1">
            Who is written to later was drawn by chance, once for each customer; each counts by their first
            failure, whether or not a message reached them. Paid in full within {results.days} days, before
            the later ones are written to.
          </span>
        </p>
      </SheetRow>
    </>
  );
}

const head = "py-2 pr-3 text-left align-bottom text-small font-label text-ink-3 last:pr-0";
/** What is secondary is left out where there is no room for it, so that a table fits beside the navigation. */
const onWide = "max-lg:hidden";
const onTablet = "max-md:hidden";
const cell = "py-2.5 pr-3 last:pr-0";
const share = (value: number | null) => (value === null ? MISSING : `${(100 * value).toFixed(1)}%`);

const armColumns = [
  ["Customers", ""],
  ["Paid in time", ""],
  ["Share", ""],
  ["Failed", onWide],
  ["Came in", onWide],
  ["E-mails", onWide],
] as const;

function Arms({ results: { sent, control, days, currency } }: { results: RecoveryResults }) {
  const rows = [
    { name: "Written to by the sequence", ...sent },
    { name: "Written to later", ...control },
  ];
  return (
    <Cell title="Both groups" subtitle={`Customers whose first failure is at least ${days} days old`}>
      <ScrollBox label="Both groups">
        <table aria-label="Both groups" className="w-full border-collapse text-ui tabular">
          <thead>
            <tr>
              <th scope="col" className={head}>
                Group
              </th>
              {armColumns.map(([name, where]) => (
                <th key={name} scope="col" className={`${head} text-right ${where}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name} className="border-t border-line">
                <th scope="row" className={`${cell} text-left font-regular text-ink`}>
                  {row.name}
                </th>
                <td className={`${cell} text-right`}>{formatCount(row.cases)}</td>
                <td className={`${cell} text-right`}>{formatCount(row.paid)}</td>
                <td className={`${cell} text-right font-strong`}>
                  {share(row.cases === 0 ? null : row.paid / row.cases)}
                </td>
                <td className={`${cell} text-right ${onWide}`}>{formatMoney(row.amount, currency)}</td>
                <td className={`${cell} text-right ${onWide}`}>{formatMoney(row.recovered, currency)}</td>
                <td className={`${cell} text-right ${onWide}`}>{formatCount(row.messages)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Cell>
  );
}

const cohortColumns = [
  ["Failed", onTablet],
  ["Amount", ""],
  ["Recovered", ""],
  ["Rate", ""],
  ["Before any message", onWide],
  ["E-mails", onWide],
  ["Own tries", onWide],
  ["Canceled", onWide],
] as const;

function Cohorts({ results: { cohorts, currency } }: { results: RecoveryResults }) {
  return (
    <Cell title="By month of first failure" subtitle="A month's rate may rise until 60 days after its end">
      {cohorts.length === 0 ? (
        <p className="m-0 text-ui text-ink-2">No payment failed in the last twelve months.</p>
      ) : (
        <ScrollBox label="Failures by month">
          <table aria-label="Failures by month" className="w-full border-collapse text-ui tabular">
            <thead>
              <tr>
                <th scope="col" className={head}>
                  Month
                </th>
                {cohortColumns.map(([name, where]) => (
                  <th key={name} scope="col" className={`${head} text-right ${where}`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cohorts.map((row) => (
                <tr key={row.month} className="border-t border-line">
                  <th scope="row" className={`${cell} text-left font-regular whitespace-nowrap`}>
                    <Link
                      to={casesPath({ month: row.month, currency })}
                      className="rounded-check text-ink no-underline hover:underline"
                    >
                      {monthWords(row.month)}
                    </Link>
                    {row.provisional ? (
                      <Tag tone="outline" className="ml-2 max-xl:mt-1 max-xl:ml-0 max-xl:flex max-xl:w-fit">
                        provisional
                      </Tag>
                    ) : null}
                  </th>
                  <td className={`${cell} text-right ${onTablet}`}>{formatCount(row.cases)}</td>
                  <td className={`${cell} text-right`}>{formatMoney(row.amount, currency)}</td>
                  <td className={`${cell} text-right`}>{formatMoney(row.recovered, currency)}</td>
                  <td className={`${cell} text-right font-strong`}>{share(row.rate)}</td>
                  <td className={`${cell} text-right ${onWide}`}>{share(row.silentShare)}</td>
                  <td className={`${cell} text-right ${onWide}`}>{formatCount(row.messages)}</td>
                  <td className={`${cell} text-right ${onWide}`}>{formatCount(row.ownTries)}</td>
                  <td className={`${cell} text-right ${onWide}`}>{formatCount(row.canceled)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </Cell>
  );
}
