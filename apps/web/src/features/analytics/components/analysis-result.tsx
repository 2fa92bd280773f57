import type { Analysis } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { SheetRow } from "@/components/ui/sheet.tsx";
import { TabPanel, Tabs } from "@/components/ui/tabs.tsx";
import { tabsOf, useAnalysisTab } from "../hooks/analysis-tabs.ts";
import type { AnalysisTab } from "../hooks/analysis-tabs.ts";
import { AnalysisCustomers } from "./analysis-customers.tsx";
import { AnalysisSummary } from "./analysis-summary.tsx";
import { CustomersRemoved } from "./customers-removed.tsx";
import { CompareTab } from "./compare-tab.tsx";
import { Distribution } from "./distribution.tsx";
import { DriverCurves } from "./driver-curves.tsx";
import { Drivers } from "./drivers.tsx";
import { FieldValues } from "./field-values.tsx";
import { HowMeasured } from "./how-measured.tsx";
import { PlanTab } from "./plan-tab.tsx";
import { SegmentQuality } from "./segment-quality.tsx";
import { TrackRecord } from "./track-record.tsx";
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
    case "quality":
      return (
        <>
          <TrustRow analysis={analysis} />
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
      return <DriverCurves analysis={analysis} />;
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

function Overview({ analysis }: { analysis: Analysis }) {
  return (
    <>
      <AnalysisSummary analysis={analysis} />
      <TrustRow analysis={analysis} />
      {analysis.customersAnalyzed === 0 ? null : (
        <SheetRow columns="minmax(0,1fr) minmax(0,1fr)">
          <Distribution analysis={analysis} />
          <Drivers analysis={analysis} />
        </SheetRow>
      )}
      <TrackRecord />
      {analysis.customersAnalyzed === 0 ? null : analysis.resultsRemovedAt === null ? (
        <AnalysisCustomers analysis={analysis} />
      ) : (
        <CustomersRemoved at={analysis.resultsRemovedAt} />
      )}
    </>
  );
}
