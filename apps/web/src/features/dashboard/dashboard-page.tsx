import type { Dashboard, DashboardPeriod } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { ScanSearch, Upload } from "lucide-react";
import type { ComponentType } from "react";
import { useNavigate } from "react-router";
import { FigureLink } from "@/components/figures/figure-link.tsx";
import { FigureFilters } from "@/components/figures/figure-filters.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatCounted, formatRelativeInline } from "@/lib/format/index.ts";
import { dashboardQueries } from "./api/dashboard-queries.ts";
import { AttentionList } from "./components/attention-list.tsx";
import type { TaskDialog } from "./components/attention-list.tsx";
import { ChurnTrend } from "./components/churn-trend.tsx";
import { DashboardSkeleton } from "./components/dashboard-skeleton.tsx";
import { DataHealth } from "./components/data-health.tsx";
import { Movements } from "./components/movements.tsx";
import { Payments } from "./components/payments.tsx";
import { RiskMix } from "./components/risk-mix.tsx";
import { RiskReasons } from "./components/risk-reasons.tsx";
import { TileStrip } from "./components/tile-strip.tsx";
import { TrackRecordCard } from "./components/track-record-card.tsx";
import { dashboardState, filterOf } from "./hooks/dashboard-state.ts";
import type { DashboardState } from "./hooks/dashboard-state.ts";

const periods: readonly { value: DashboardPeriod; label: string }[] = [
  { value: "30_days", label: "30 days" },
  { value: "90_days", label: "90 days" },
  { value: "12_months", label: "12 months" },
];

/** Parts of other features: of the first two a company without customers makes its first day. */
interface DashboardPageProps {
  FirstDay: ComponentType;
  NoCustomers: ComponentType<{ onImport: () => void }>;
  WeeklyReport: ComponentType<{
    filter: { period: DashboardPeriod } & ReturnType<typeof filterOf>;
    compact?: boolean;
  }>;
  AddTask: TaskDialog;
}

/** /app: how the company is doing, whom it loses, what that costs, and what to do today. */
export function DashboardPage({ FirstDay, NoCustomers, WeeklyReport, AddTask }: DashboardPageProps) {
  const navigate = useNavigate();
  const [state, change] = useUrlState(dashboardState);
  const filter = filterOf(state);
  const dashboard = useQuery(dashboardQueries.figures({ period: state.period, ...filter }));
  const { data } = dashboard;
  const isEmpty = data?.hasCustomers === false;
  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle={data === undefined || isEmpty ? undefined : <Today dashboard={data} filter={filter} />}
        actions={
          isEmpty ? undefined : (
            <>
              <Narrowing dashboard={data} state={state} onChange={change} />
              {state.segment === undefined ? (
                <WeeklyReport filter={{ period: state.period, ...filter }} compact />
              ) : null}
              <Authorize policy="customers:write">
                <ButtonLink to="/app/customers?import=open" icon={<Upload />} className="max-md:hidden">
                  Import
                </ButtonLink>
              </Authorize>
              <Authorize policy="analytics:run">
                <ButtonLink to="/app/analytics/run-churn-analysis" variant="primary" icon={<ScanSearch />}>
                  Run churn analysis
                </ButtonLink>
              </Authorize>
            </>
          )
        }
      />
      {isEmpty ? <FirstDay /> : null}
      <Sheet>
        <QueryView
          query={dashboard}
          loading="Loading the dashboard"
          failed="The dashboard did not load"
          skeleton={<DashboardSkeleton />}
        >
          {(loaded) =>
            loaded.hasCustomers ? (
              <Figures dashboard={loaded} filter={filter} AddTask={AddTask} />
            ) : (
              <NoCustomers onImport={() => void navigate("/app/customers?import=open")} />
            )
          }
        </QueryView>
      </Sheet>
    </>
  );
}

function Figures({
  dashboard,
  filter,
  AddTask,
}: {
  dashboard: Dashboard;
  filter: ReturnType<typeof filterOf>;
  AddTask: TaskDialog;
}) {
  return (
    <>
      <TileStrip dashboard={dashboard} filter={filter} />
      <SheetRow columns="minmax(0,1fr) 340px">
        <ChurnTrend dashboard={dashboard} filter={filter} />
        <RiskMix
          risk={dashboard.risk}
          currency={dashboard.currency}
          missing={dashboard.riskMissing}
          filter={filter}
        />
      </SheetRow>
      <SheetRow columns="minmax(0,1fr) 340px">
        <AttentionList AddTask={AddTask} filter={filter} valuedBy={dashboard.risk?.valuedBy ?? "revenue"} />
        <RiskReasons risk={dashboard.risk} filter={filter} />
      </SheetRow>
      <SheetRow>
        <Movements dashboard={dashboard} filter={filter} />
      </SheetRow>
      <SheetRow columns="minmax(0,1.2fr) minmax(0,1fr) minmax(0,1fr)">
        <Payments dashboard={dashboard} filter={filter} />
        <TrackRecordCard />
        <DataHealth />
      </SheetRow>
    </>
  );
}

/** Over which time, of which plan, in which currency: what is chosen stands in the address. */
function Narrowing({
  dashboard,
  state,
  onChange,
}: {
  dashboard: Dashboard | undefined;
  state: DashboardState;
  onChange: (patch: Partial<DashboardState>) => void;
}) {
  return (
    <>
      <FigureFilters known={dashboard} plan={state.plan} segment={state.segment} onChange={onChange} />
      <SegmentedControl
        label="Compare over"
        options={periods}
        value={state.period}
        onChange={(period) => onChange({ period })}
      />
    </>
  );
}

const days = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});

/** Whose figures these are, and from when. */
const segmentWords = ({ name, keptAt }: NonNullable<Dashboard["segment"]>) =>
  keptAt === null ? `${name}, being worked out` : `${name}, as of ${formatRelativeInline(keptAt)}`;

function Today({ dashboard, filter }: { dashboard: Dashboard; filter: ReturnType<typeof filterOf> }) {
  const { day, activeCustomers, risk, segment, isCatchingUp } = dashboard;
  const rest = [
    risk === null ? "not scored yet" : `last scored ${formatRelativeInline(risk.asOf)}`,
    ...(segment === null ? [] : [segmentWords(segment)]),
    ...(isCatchingUp ? ["new rows are being counted"] : []),
  ];
  return (
    <>
      {days.format(new Date(`${day}T00:00:00Z`))} ·{" "}
      {activeCustomers === null ? null : (
        <>
          <FigureLink rowsOf={{ figure: "mrr", until: day }} filter={filter} value={activeCustomers} quiet>
            {formatCounted(activeCustomers, "paying customer")}
          </FigureLink>{" "}
          ·{" "}
        </>
      )}
      {rest.join(" · ")}
    </>
  );
}
