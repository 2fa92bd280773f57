import type { DashboardPeriod, DriversInsights, InsightsScope } from "@forestay/contracts/wire";
import { churnDateWords } from "@forestay/contracts/words";
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { FigureFilters } from "@/components/figures/figure-filters.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { TabPanel, Tabs } from "@/components/ui/tabs.tsx";
import { useDebounced } from "@/hooks/use-debounced.ts";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatRelativeInline, formatShortDate } from "@/lib/format/index.ts";
import { insightsQueries } from "./api/insights-queries.ts";
import type { InsightsQuery } from "./api/insights-queries.ts";
import { DriversTab } from "./components/drivers-tab.tsx";
import { FindingsTab } from "./components/findings-tab.tsx";
import { InsightsSkeleton } from "./components/insights-skeleton.tsx";
import { ReasonsTab } from "./components/reasons-tab.tsx";
import { RetentionTab } from "./components/retention-tab.tsx";
import { RevenueTab } from "./components/revenue-tab.tsx";
import { WhatIfTab } from "./components/what-if-tab.tsx";
import { testedOnWords } from "./hooks/findings-words.ts";
import { insightsState, insightTabs, queryOf, whatIfQueryOf } from "./hooks/insights-state.ts";
import type { InsightsState } from "./hooks/insights-state.ts";

const periods = [
  { value: "6_months", label: "6 months" },
  { value: "12_months", label: "12 months" },
  { value: "24_months", label: "24 months" },
  { value: "all", label: "All time" },
] as const;

/** Parts of other features. */
interface InsightsPageProps {
  WeeklyReport: ComponentType<{ filter: ReportFilter }>;
  /** What became of risk cases. */
  CaseOutcomes: ComponentType;
}

/** What the report is of: the dashboard's figures, against a year before. */
interface ReportFilter {
  period: DashboardPeriod;
  plan?: string;
  currency?: string;
}

/** /app/insights: how long customers stay, where revenue comes from and goes, and why customers leave. */
export function InsightsPage({ WeeklyReport, CaseOutcomes }: InsightsPageProps) {
  const [state, change] = useUrlState(insightsState);
  const query = queryOf(state);
  const Tab = {
    retention: Retention,
    revenue: Revenue,
    reasons: Reasons,
    drivers: Drivers,
    findings: Findings,
    what_if: WhatIf,
  }[state.tab];
  const report = <WeeklyReport filter={{ ...query, period: "12_months" }} />;
  return (
    <Tab query={query} state={state} onChange={change} report={report} caseOutcomes={<CaseOutcomes />} />
  );
}

interface TabProps {
  query: InsightsQuery;
  state: InsightsState;
  onChange: (patch: Partial<InsightsState>) => void;
  /** The way to have figures by mail. */
  report: ReactNode;
  caseOutcomes: ReactNode;
}

function Retention({ query, ...frame }: TabProps) {
  const insights = useQuery(insightsQueries.retention(query));
  return (
    <Frame {...frame} query={insights} subtitle={({ period }) => startedWords[period]}>
      {(data) => <RetentionTab insights={data} />}
    </Frame>
  );
}

function Revenue({ query, ...frame }: TabProps) {
  const insights = useQuery(insightsQueries.revenue(query));
  return (
    <Frame
      {...frame}
      query={insights}
      subtitle={({ currency }) => `Monthly recurring revenue from the ledger, in ${currency}`}
    >
      {(data) => <RevenueTab insights={data} currencyAsked={query.currency} />}
    </Frame>
  );
}

function Reasons({ query, caseOutcomes, ...frame }: TabProps) {
  const insights = useQuery(insightsQueries.reasons(query));
  return (
    <Frame
      {...frame}
      query={insights}
      subtitle={({ currency }) => `Customers who left in full months, and what they paid in ${currency}`}
      below={caseOutcomes}
    >
      {(data) => <ReasonsTab insights={data} />}
    </Frame>
  );
}

function Drivers({ query, ...frame }: TabProps) {
  const insights = useQuery(insightsQueries.drivers(query));
  return (
    <Frame {...frame} query={insights} isWhole subtitle={() => driversWords(insights.data?.model ?? null)}>
      {(data) => <DriversTab insights={data} />}
    </Frame>
  );
}

/** Whose drivers these are. */
function driversWords(model: DriversInsights["model"]): string {
  return model === null
    ? "What moves the scores of a model"
    : `What moves the scores of the model in use, trained ${formatShortDate(model.trainedAt)}`;
}

function Findings({ query, ...frame }: TabProps) {
  const insights = useQuery(insightsQueries.findings(query));
  return (
    <Frame
      {...frame}
      query={insights}
      isWhole
      subtitle={() => testedOnWords(insights.data?.testedOn ?? null)}
    >
      {(data) => <FindingsTab insights={data} />}
    </Frame>
  );
}

function WhatIf({ state, onChange, report }: TabProps) {
  // The answer follows once the hand rests, the sliders at once.
  const settled = useDebounced(state, settleMs);
  const insights = useQuery(insightsQueries.whatIf(whatIfQueryOf(settled)));
  return (
    <Frame
      state={state}
      onChange={onChange}
      report={report}
      query={insights}
      subtitle={({ currency }) => `MRR of the next twelve months, in ${currency}, from the months there were`}
    >
      {(data) => (
        <WhatIfTab insights={data} supposed={state.suppose} onSuppose={(suppose) => onChange({ suppose })} />
      )}
    </Frame>
  );
}
const settleMs = 150;

const startedWords: Record<InsightsScope["period"], string> = {
  "6_months": "Customers who began in the last 6 months",
  "12_months": "Customers who began in the last 12 months",
  "24_months": "Customers who began in the last 24 months",
  all: "All customers there ever were",
};

interface FrameProps<T> extends Omit<TabProps, "query" | "caseOutcomes"> {
  query: UseQueryResult<T>;
  subtitle: (scope: InsightsScope) => string;
  /** Of the whole company, whatever plan and period are chosen for the other tabs. */
  isWhole?: boolean;
  /** What is known also where the ledger tells nothing. */
  below?: ReactNode;
  children: (data: T) => ReactNode;
}

/** What every tab has: the page's head, its filters, and what is said while there is nothing to see. */
function Frame<T extends { scope: InsightsScope; missing: string | null }>({
  state,
  onChange,
  report,
  query,
  subtitle,
  isWhole = false,
  below,
  children,
}: FrameProps<T>) {
  const scope = query.data?.scope;
  return (
    <>
      <PageHeader
        title="Insights"
        subtitle={scope === undefined ? undefined : whoseWords(subtitle(scope), scope, isWhole)}
        actions={
          <>
            {isWhole ? null : (
              <>
                <FigureFilters known={scope} plan={state.plan} segment={state.segment} onChange={onChange} />
                <Select
                  label="Period"
                  className="w-auto"
                  value={state.period}
                  onChange={(period) => onChange({ period })}
                  options={periods}
                />
              </>
            )}
            {scope === undefined || scope.currencies.length === 0 || scope.segment !== null ? null : report}
          </>
        }
      />
      <Sheet>
        <Tabs label="Insights" items={insightTabs} value={state.tab} onChange={(tab) => onChange({ tab })}>
          <TabPanel value={state.tab} className="outline-none">
            <QueryView
              query={query}
              loading="Loading insights"
              failed="The insights did not load"
              skeleton={<InsightsSkeleton />}
              isEmpty={({ missing }) => missing !== null}
              empty={<Missing words={query.data?.missing ?? ""} filledBy={isWhole ? "analysis" : "file"} />}
            >
              {children}
            </QueryView>
            {below}
          </TabPanel>
        </Tabs>
      </Sheet>
    </>
  );
}

/** With the segment that the figures are of, and from when; of figures from the ledger also when who cancels counts as churned. */
function whoseWords(words: string, { segment, currencies, churnDate }: InsightsScope, isWhole: boolean) {
  const whose =
    segment === null || segment.keptAt === null
      ? words
      : `${words} · ${segment.name}, as of ${formatRelativeInline(segment.keptAt)}`;
  return isWhole || currencies.length === 0 ? whose : `${whose}. ${churnDateWords[churnDate]}`;
}

function Missing({ words, filledBy }: { words: string; filledBy: "file" | "analysis" }) {
  return (
    <EmptyState
      title="Nothing to tell yet"
      actions={
        filledBy === "analysis" ? (
          <Authorize policy="analytics:run">
            <ButtonLink to="/app/analytics/run-churn-analysis" variant="primary">
              Run churn analysis
            </ButtonLink>
          </Authorize>
        ) : (
          <Authorize policy="customers:write">
            <ButtonLink to="/app/customers?import=open" variant="primary">
              Import a file
            </ButtonLink>
          </Authorize>
        )
      }
    >
      {words}
    </EmptyState>
  );
}
