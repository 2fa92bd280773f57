import type { Analysis } from "@forestay/contracts/wire";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { DriverCurves } from "@/components/drivers/driver-curves.tsx";
import { SheetRow } from "@/components/ui/sheet.tsx";
import { TabPanel, Tabs } from "@/components/ui/tabs.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { tabsOf, useAnalysisTab } from "../hooks/analysis-tabs.ts";
import type { AnalysisTab } from "../hooks/analysis-tabs.ts";
import { AnalysisCustomers } from "./analysis-customers.tsx";
import { AnswerStrip } from "./answer-strip.tsx";
import { CustomersRemoved } from "./customers-removed.tsx";
import { CompareTab } from "./compare-tab.tsx";
import { Distribution } from "./distribution.tsx";
import { Drivers } from "./drivers.tsx";
import { FieldValues } from "./field-values.tsx";
import { FirstCalls } from "./first-calls.tsx";
import { HowMeasured } from "./how-measured.tsx";
import { PlanTab } from "./plan-tab.tsx";
import { SegmentQuality } from "./segment-quality.tsx";
import { TrackRecord } from "./track-record.tsx";
import { TrustLine } from "./trust-line.tsx";
import { TrustRow } from "./trust-row.tsx";
import { WhatIfTab } from "./what-if-tab.tsx";

/** A completed analysis: the finding as its overview, and what goes deeper behind tabs. */
export function AnalysisResult({ analysis }: { analysis: Analysis }) {
  const tabs = tabsOf(analysis);
  const tab = useAnalysisTab(tabs);
  return (
    <Tabs label="Analysis" items={tabs} value={tab.value} onChange={tab.change}>
      <TabPanel value={tab.value}>{tabContent(tab.value, analysis)}</TabPanel>
    </Tabs>
  );
}

function tabContent(tab: AnalysisTab, analysis: Analysis): ReactNode {
  switch (tab) {
    case "overview":
      return <Overview analysis={analysis} />;
    case "customers":
      return <Customers analysis={analysis} />;
    case "quality":
      return (
        <>
          <TrustRow analysis={analysis} />
          <TrackRecord />
          {analysis.quality === null ? null : (
            <>
              <HowMeasured quality={analysis.quality} />
              <SegmentQuality quality={analysis.quality} />
              <FieldValues quality={analysis.quality} />
            </>
          )}
        </>
      );
    case "drivers":
      return <DriverCurves drivers={analysis.drivers} currency={analysis.currency} />;
    case "plan":
      return analysis.resultsRemovedAt === null ? (
        <PlanTab analysis={analysis} />
      ) : (
        <CustomersRemoved at={analysis.resultsRemovedAt} />
      );
    case "what-if":
      return <WhatIfTab />;
    case "compare":
      return <CompareTab analysis={analysis} />;
  }
}

/** The answer, whom to call, whether to believe it; then what is behind it, and everybody. */
function Overview({ analysis }: { analysis: Analysis }) {
  const isMobile = useIsMobile();
  const { customersAnalyzed, resultsRemovedAt } = analysis;
  const hasRows = customersAnalyzed > 0 && resultsRemovedAt === null;
  return (
    <>
      <AnswerStrip analysis={analysis} />
      {hasRows ? <FirstCalls analysis={analysis} /> : null}
      <TrustLine analysis={analysis} />
      {customersAnalyzed === 0 ? null : (
        <SheetRow columns="minmax(0,1fr) minmax(0,1fr)">
          <Distribution analysis={analysis} />
          <Drivers analysis={analysis} />
        </SheetRow>
      )}
      {customersAnalyzed === 0 ? null : isMobile && hasRows ? (
        <AllCustomersLink count={customersAnalyzed} />
      ) : (
        <Customers analysis={analysis} />
      )}
    </>
  );
}

function Customers({ analysis }: { analysis: Analysis }) {
  return analysis.resultsRemovedAt === null ? (
    <AnalysisCustomers analysis={analysis} />
  ) : (
    <CustomersRemoved at={analysis.resultsRemovedAt} />
  );
}

/** On a phone the list has a screen of its own. */
function AllCustomersLink({ count }: { count: number }) {
  return (
    <SheetRow>
      <Link
        to="?tab=customers"
        className="flex min-h-13 items-center justify-between px-4 text-ui font-strong text-brand-text no-underline -outline-offset-2 active:bg-hover"
      >
        {count === 1 ? "The customer" : `All ${formatCounted(count, "customer")}`}
        <ChevronRight aria-hidden className="size-4" />
      </Link>
    </SheetRow>
  );
}
