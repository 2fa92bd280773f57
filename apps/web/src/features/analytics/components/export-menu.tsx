import type { Analysis } from "@forestay/contracts/wire";
import { Download, FileText, ScrollText, Sheet } from "lucide-react";
import { useSearchParams } from "react-router";
import { Button } from "@/components/ui/button.tsx";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useAnalysisExport } from "../api/analysis-queries.ts";
import { useModelCardExport } from "../api/model-queries.ts";
import { useReport } from "../api/plan-queries.ts";
import { readChoice } from "../hooks/plan-choice.ts";

/** In a report there is room for so many customers; all of them are in the CSV file. */
const MOST_IN_REPORT = 100;

/** The analysis as a file: its customers, a report to hand on, and the card of the model behind it. */
export function ExportMenu({ analysis }: { analysis: Analysis }) {
  const [params] = useSearchParams();
  const csv = useAnalysisExport(analysis.id);
  const report = useReport(analysis.id);
  const card = useModelCardExport();
  const told = { onError: (error: Error) => toast.error("The export could not start", error.message) };
  const { modelVersion } = analysis;
  /** The plan as it was last set up on its tab; else a page of customers and no assumption. */
  const plan = () => {
    if (!params.has("contacts")) return {};
    const { contacts, orderBy, keepPercent } = readChoice(params, analysis.customersAnalyzed);
    return { contacts: Math.min(contacts, MOST_IN_REPORT), orderBy, saveRate: keepPercent / 100 };
  };
  return (
    <DropdownMenu
      trigger={
        <Button icon={<Download />} pending={csv.isPending || report.isPending || card.isPending}>
          Export
        </Button>
      }
    >
      <MenuItem icon={<FileText />} onSelect={() => report.mutate(plan(), told)}>
        Report as PDF
      </MenuItem>
      {analysis.resultsRemovedAt === null ? (
        <MenuItem icon={<Sheet />} onSelect={() => csv.mutate(undefined, told)}>
          Customers as CSV
        </MenuItem>
      ) : null}
      {modelVersion === null ? null : (
        <MenuItem icon={<ScrollText />} onSelect={() => card.mutate(modelVersion, told)}>
          Model card
        </MenuItem>
      )}
    </DropdownMenu>
  );
}
