import { churnRuleInWords } from "@forestay/contracts/churn-rule";
import type { ModelCard } from "@forestay/contracts/models";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useParams } from "react-router";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { FactStrip, Sheet } from "@/components/ui/sheet.tsx";
import { Loading, Skeleton } from "@/components/ui/skeleton.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { ApiError } from "@/lib/api/index.ts";
import { MISSING, formatCount, formatDateTime, formatShare, formatShortDate } from "@/lib/format/index.ts";
import { modelQueries, useModelCardExport } from "./api/model-queries.ts";
import { HowMeasured } from "./components/how-measured.tsx";
import { ModelDecision } from "./components/model-decision.tsx";
import { ModelDrift } from "./components/model-drift.tsx";
import { ModelFeatures } from "./components/model-features.tsx";
import { ModelMaking } from "./components/model-making.tsx";
import { ModelTags } from "./components/model-tags.tsx";
import { TrustRow } from "./components/trust-row.tsx";
import { UseModelButton } from "./components/use-model-button.tsx";

const home = { label: "Churn analysis", to: "/app/analytics/run-churn-analysis" };
const list = { label: "Models", to: "/app/analytics/models" };

/** /app/analytics/models/{version}: a model's card. */
export function ModelPage() {
  const { version = "" } = useParams();
  const card = useQuery(modelQueries.card(version));
  const missing = card.error instanceof ApiError && (card.error.status === 404 || card.error.status === 400);
  if (card.isError) {
    return (
      <>
        <PageHeader
          title={missing ? "Model not found" : `Model ${version}`}
          breadcrumb={[home, list, { label: missing ? "Not found" : version }]}
        />
        <Sheet>
          {missing ? (
            <EmptyState
              title="This model does not exist"
              actions={
                <ButtonLink to={list.to} variant="primary">
                  All models
                </ButtonLink>
              }
            >
              The link may be old, or it belongs to another company.
            </EmptyState>
          ) : (
            <ErrorState
              title="The model card did not load"
              message={card.error.message}
              onRetry={() => void card.refetch()}
              retrying={card.isFetching}
            />
          )}
        </Sheet>
      </>
    );
  }
  return (
    <Loading
      loading={card.isPending}
      label="Loading model card"
      skeleton={<Skeleton className="mt-8 h-120 w-full rounded-sheet" />}
    >
      {card.data === undefined ? null : <Card card={card.data} />}
    </Loading>
  );
}

function Card({ card }: { card: ModelCard }) {
  const models = useQuery(modelQueries.list());
  const current = models.data?.items.find(({ isCurrent }) => isCurrent)?.version ?? null;
  return (
    <>
      <PageHeader
        title={`Model ${card.version}`}
        subtitle={card.quality.summary}
        tag={<ModelTags model={card} />}
        breadcrumb={[home, list, { label: card.version }]}
        actions={
          <>
            <ExportButton version={card.version} />
            {card.isCurrent || !card.fitsChurn ? null : (
              <UseModelButton version={card.version} current={current} />
            )}
          </>
        }
      />
      <Sheet>
        <FactStrip
          facts={[
            { label: "Trained", value: formatDateTime(card.trainedAt) },
            {
              label: "Data window",
              value:
                card.dataWindow === null
                  ? "No dates"
                  : `${formatShortDate(card.dataWindow.from)} to ${formatShortDate(card.dataWindow.to)}`,
            },
            {
              label: card.trainingSource === "history" ? "Customer-months" : "Customers",
              value: formatCount(card.rows),
            },
            {
              label: "Of which left",
              value: `${formatCount(card.outcomes)} (${formatShare(card.baseRate)})`,
            },
            { label: "Predicts leaving within", value: `${card.horizonDays} days` },
            { label: "A customer has left when", value: churnRuleInWords(card.churn) },
            {
              label: "Last taken into use",
              value: card.activatedAt === null ? MISSING : formatDateTime(card.activatedAt),
            },
          ]}
        />
        <ModelDecision card={card} />
        <TrustRow analysis={{ quality: card.quality, sourceReason: null }} />
        <ModelDrift card={card} />
        <ModelFeatures card={card} />
        <HowMeasured quality={card.quality} />
        <ModelMaking card={card} />
      </Sheet>
    </>
  );
}

function ExportButton({ version }: { version: string }) {
  const exporting = useModelCardExport();
  return (
    <Button
      icon={<Download />}
      pending={exporting.isPending}
      onClick={() =>
        exporting.mutate(version, {
          onError: (error) => toast.error("The card could not be written", error.message),
        })
      }
    >
      Export card
    </Button>
  );
}
