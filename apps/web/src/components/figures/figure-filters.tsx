import { Select } from "@/components/ui/select.tsx";
import { formatMoney } from "@/lib/format/index.ts";
import type { FigureFilter } from "./rows-path.ts";

/** What can be chosen. */
interface KnownFigures {
  currency: string;
  currencies: readonly { currency: string; mrr: number }[];
  plans: readonly string[];
}

interface FigureFiltersProps {
  /** Undefined while it is on its way. */
  known: KnownFigures | undefined;
  plan: string | undefined;
  onChange: (patch: FigureFilter) => void;
}

const everyPlan = "every plan";

/** Of which plan and in which currency; neither is there where there is nothing to choose. */
export function FigureFilters({ known, plan, onChange }: FigureFiltersProps) {
  const plans = known?.plans ?? [];
  return (
    <>
      {known === undefined || known.currencies.length < 2 ? null : (
        <Select
          label="Currency"
          className="w-auto"
          value={known.currency}
          onChange={(currency) => onChange({ currency })}
          options={known.currencies.map(({ currency, mrr }) => ({
            value: currency,
            label: `${currency} (${formatMoney(mrr, currency)} MRR)`,
          }))}
        />
      )}
      {plans.length < 2 && plan === undefined ? null : (
        <Select
          label="Plan"
          className="w-auto max-w-48"
          value={plan ?? everyPlan}
          onChange={(chosen) => onChange({ plan: chosen === everyPlan ? undefined : chosen })}
          options={[
            { value: everyPlan, label: "All plans" },
            ...[...new Set([...plans, ...(plan === undefined ? [] : [plan])])].map((one) => ({
              value: one,
              label: one,
            })),
          ]}
        />
      )}
    </>
  );
}
