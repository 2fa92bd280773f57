import { useQuery } from "@tanstack/react-query";
import { ScanSearch } from "lucide-react";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { z } from "zod";
import { customerSelectionSchema } from "@forestay/contracts/schemas";
import { RiskLevel } from "@forestay/contracts/wire";
import { QueryView } from "@/components/query-view.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { Field } from "@/components/ui/field.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Cell, Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { analysisQueries, useStartAnalysis } from "./api/analysis-queries.ts";
import type { CustomerChoice } from "./api/analysis-queries.ts";
import { AnalysisHistory } from "./components/analysis-history.tsx";
import { CompletenessReport } from "./components/completeness-report.tsx";
import { ModelsList } from "./components/models-list.tsx";
import { modelChoiceWords, timeWords } from "./hooks/run-words.ts";
import { TrackRecord } from "./components/track-record.tsx";

const stateSchema = z.object({ selection: customerSelectionSchema, count: z.number() });
const trainAnew = "train";

/** /app/analytics/run-churn-analysis: who, what is known of them, how; three steps on one sheet. */
export function RunAnalysisPage() {
  const arrived = stateSchema.safeParse(useLocation().state);
  const chosen = arrived.success ? arrived.data : null;
  const [who, setWho] = useState(chosen === null ? "all" : "selection");
  const [factors, setFactors] = useState(true);
  const [recommendations, setRecommendations] = useState(true);
  /** Null until a person chooses: then it is the model in use, where there is one that fits. */
  const [chosenModel, setModel] = useState<string | null>(null);
  const navigate = useNavigate();
  const mayRun = usePolicy("analytics:run");
  const start = useStartAnalysis();

  const choice = customerChoice(who, chosen?.selection ?? null);
  const check = useQuery(analysisQueries.completeness(choice));
  const model =
    chosenModel ??
    check.data?.availableModels.find(({ isPreselected }) => isPreselected)?.version ??
    trainAnew;

  function run() {
    start.mutate(
      {
        ...choice,
        includeRiskFactors: factors,
        includeRecommendations: recommendations,
        ...(model === trainAnew ? {} : { modelVersion: model }),
      },
      {
        onSuccess: (analysis) => void navigate(`/app/analytics/churn-analysis/${analysis.id}`),
        onError: (error) => toast.error("The analysis could not start", error.message),
      },
    );
  }

  return (
    <>
      <PageHeader
        title="Run churn analysis"
        subtitle="Scores customers, says how far the scores can be trusted, and what moves them."
        breadcrumb={[{ label: "Customers", to: "/app/customers" }, { label: "Run churn analysis" }]}
        actions={
          <>
            <ButtonLink to="/app/analytics/models">Models</ButtonLink>
            <ButtonLink to="/app/analytics/next-steps">Next steps</ButtonLink>
          </>
        }
      />
      <Sheet>
        <Cell title="1. Who">
          <Field label="Customers to analyze" hideLabel className="max-w-90">
            {(control) => (
              <Select
                {...control}
                value={who}
                onChange={setWho}
                options={[
                  ...(chosen === null
                    ? []
                    : [
                        {
                          value: "selection",
                          label:
                            chosen.count === 1
                              ? "The customer you came from"
                              : `Your selection (${formatCounted(chosen.count, "customer")})`,
                        },
                      ]),
                  { value: "all", label: "All active customers" },
                  { value: "at-risk", label: "High and Critical at their last score" },
                  { value: "unscored", label: "Not scored yet" },
                ]}
              />
            )}
          </Field>
          <p className="m-0 mt-2 text-note text-ink-2">
            Others: filter the list in{" "}
            <Link to="/app/customers" className="font-strong text-brand-text no-underline hover:underline">
              Customers
            </Link>{" "}
            or tick them there one by one, then choose "Run churn analysis".
          </p>
        </Cell>
        <SheetRow>
          <Cell title="2. What is known of them" subtitle="Reads only. Nothing changes.">
            <QueryView
              query={check}
              loading="Checking completeness"
              failed="The check did not finish"
              skeleton={<Skeleton className="h-40 w-full" />}
              inset
            >
              {(report) => <CompletenessReport report={report} />}
            </QueryView>
          </Cell>
        </SheetRow>
        <SheetRow>
          <Cell title="3. How">
            <div className="flex flex-col gap-3">
              <Checkbox
                label="Say what moves each score"
                help="Factors in points that add up to the score. Of very many customers they are kept for the riskiest, and worked out for the others when you open their page."
                checked={factors}
                onChange={setFactors}
              />
              <Checkbox
                label="Recommend next steps"
                help="One step per main factor."
                checked={recommendations}
                onChange={setRecommendations}
              />
              {check.data !== undefined && check.data.availableModels.length > 0 ? (
                <Field label="Model" className="max-w-110">
                  {(control) => (
                    <Select
                      {...control}
                      value={model}
                      onChange={setModel}
                      options={[
                        { value: trainAnew, label: "Train on what is known now" },
                        ...check.data.availableModels.map((one) => ({
                          value: one.version,
                          label: modelChoiceWords(one),
                        })),
                      ]}
                    />
                  )}
                </Field>
              ) : null}
              {check.data === undefined || !check.data.canAnalyze ? null : (
                <p className="m-0 text-note text-ink-2">{timeWords(check.data, model === trainAnew)}</p>
              )}
              <div className="flex flex-wrap items-center gap-3 pt-2">
                {mayRun ? (
                  <Button
                    variant="primary"
                    icon={<ScanSearch />}
                    pending={start.isPending}
                    pendingLabel="Starting..."
                    disabled={check.data?.canAnalyze !== true}
                    onClick={run}
                  >
                    {check.data === undefined
                      ? "Run analysis"
                      : `Analyze ${formatCounted(check.data.customers, "customer")}`}
                  </Button>
                ) : (
                  <p className="m-0 text-ui text-ink-2">Staff and Owners can run an analysis.</p>
                )}
              </div>
            </div>
          </Cell>
        </SheetRow>
        <TrackRecord />
        <ModelsList />
        <AnalysisHistory />
      </Sheet>
    </>
  );
}

function customerChoice(
  who: string,
  selection: z.infer<typeof customerSelectionSchema> | null,
): CustomerChoice {
  if (who === "selection" && selection !== null) return { selection };
  if (who === "at-risk") {
    return {
      selection: {
        filter: {
          conditions: [
            { field: "churnRiskLevel", operator: "In", value: [RiskLevel.High, RiskLevel.Critical] },
          ],
        },
        exceptIds: [],
      },
    };
  }
  if (who === "unscored") {
    return {
      selection: {
        filter: { conditions: [{ field: "churnRiskScore", operator: "Equals", value: null }] },
        exceptIds: [],
      },
    };
  }
  return {};
}
