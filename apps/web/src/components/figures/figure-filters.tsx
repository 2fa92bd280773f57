import { Select } from "@/components/ui/select.tsx";
import { formatMoney } from "@/lib/format/index.ts";
import type { FigureFilter } from "./rows-path.ts";

/** What can be chosen. */
interface KnownFigures {
  currency: string;
  currencies: readonly { currency: string; mrr: number }[];
  plans: readonly string[];
  segments: readonly { id: string; name: string }[];
}

interface FigureFiltersProps {
  /** Undefined while it is on its way. */
  known: KnownFigures | undefined;
  plan: string | undefined;
  segment: string | undefined;
  onChange: (patch: FigureFilter) => void;
}

const everyPlan = "every plan";
const everybody = "everybody";

/** Of which plan or segment, and in which currency; neither is there where there is nothing to choose. */
export function FigureFilters({ known, plan, segment, onChange }: FigureFiltersProps) {
  const plans = known?.plans ?? [];
  const segments = known?.segments ?? [];
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
          onChange={(chosen) =>
            // Figures are kept by the one or by the other.
            onChange({ plan: chosen === everyPlan ? undefined : chosen, segment: undefined })
          }
          options={[
            { value: everyPlan, label: "All plans" },
            ...[...new Set([...plans, ...(plan === undefined ? [] : [plan])])].map((one) => ({
              value: one,
              label: one,
            })),
          ]}
        />
      )}
      {segments.length === 0 && segment === undefined ? null : (
        <Select
          label="Segment"
          className="w-auto max-w-48"
          value={segment ?? everybody}
          onChange={(chosen) =>
            onChange({ segment: chosen === everybody ? undefined : chosen, plan: undefined })
          }
          options={[
            { value: everybody, label: "All customers" },
            ...segments.map(({ id, name }) => ({ value: id, label: name })),
            // One that is not followed any more stands in an old address.
            ...(segment === undefined || segments.some(({ id }) => id === segment)
              ? []
              : [{ value: segment, label: "A segment that is gone" }]),
          ]}
        />
      )}
    </>
  );
}
