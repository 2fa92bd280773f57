import { churnRuleInWords } from "@forestay/contracts/wire";
import type { ModelCard } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useParams } from "react-router";
import { RecordPage } from "@/components/record-page.tsx";
import { Button } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { FactStrip, Sheet } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { MISSING, formatCount, formatDateTime, formatShare, formatShortDate } from "@/lib/format/index.ts";
import { modelQueries, useModelCardExport } from "./api/model-queries.ts";
import { HowMeasured } from "./components/how-measured.tsx";
import { ModelDecision } from "./components/model-decision.tsx";
import { ModelDrift } from "./components/model-drift.tsx";
import { ModelFeatures } from "./components/model-features.tsx";
import { ModelMaking } from "./components/model-making.tsx";
import { ModelTags } from "./components/model-tags.tsx";
import { TrustRow } from "./components/trust-row.tsx";
import { WhenTheyLeave } from "./components/when-they-leave.tsx";
import { UseModelButton } from "./components/use-model-button.tsx";

const home = { label: "Churn analysis", to: "/app/analytics/run-churn-analysis" };
const list = { label: "Models", to: "/app/analytics/models" };

/** /app/analytics/models/{version}: a model's card. */
export function ModelPage() {
  const { version = "" } = useParams();
  const card = useQuery(modelQueries.card(version));
  return (
    <RecordPage query={card} noun="model" parents={[home, list]} listLabel="All models">
      {(model) => <Card card={model} />}
    </RecordPage>
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
            card.trainingSource === "label_column"
              ? { label: "Predicts", value: "Who leaves, not when" }
              : { label: "Predicts leaving within", value: `${card.horizonDays} days` },
            { label: "A customer has left when", value: churnRuleInWords(card.churn) },
            {
              label: "Last taken into use",
              value: card.activatedAt === null ? MISSING : formatDateTime(card.activatedAt),
            },
          ]}
        />
        <ModelDecision card={card} />
        <TrustRow analysis={{ quality: card.quality, sourceReason: null }} />
        <WhenTheyLeave quality={card.quality} />
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
