import type { CampaignInput } from "@forestay/contracts/wire";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";

interface CostsPartProps {
  costs: CampaignInput["costs"];
  currency: string;
  onChange: (costs: CampaignInput["costs"]) => void;
}

type Amount = "perThousandMessages" | "perTask" | "perOffer";
const amounts: readonly { key: Amount; label: string; help: string }[] = [
  { key: "perThousandMessages", label: "1,000 e-mails", help: "What your mail service asks." },
  { key: "perTask", label: "One task", help: "A call, say: the minutes it takes." },
  {
    key: "perOffer",
    label: "Discount or gift, each",
    help: "What one customer who takes it costs in a year.",
  },
];
const takers = [
  { value: "goal", label: "Whoever reaches the goal" },
  { value: "reached", label: "Everybody who was written to" },
] as const;

/** What the campaign costs: the verdict's revenue less this is its net value. */
export function CostsPart({ costs, currency, onChange }: CostsPartProps) {
  return (
    <>
      <div className="grid gap-4 room:grid-cols-3">
        {amounts.map(({ key, label, help }) => (
          <AmountField
            key={key}
            label={`${label}, ${currency}`}
            help={help}
            value={costs[key]}
            onChange={(value) => onChange({ ...costs, [key]: value })}
          />
        ))}
      </div>
      {costs.perOffer === 0 ? null : (
        <div className="grid gap-4 room:grid-cols-2">
          <Field label="Who takes the discount">
            {(control) => (
              <Select
                {...control}
                value={costs.offerTakenBy}
                options={takers}
                onChange={(offerTakenBy) => onChange({ ...costs, offerTakenBy })}
              />
            )}
          </Field>
        </div>
      )}
    </>
  );
}

/** An amount with at most two places; what is typed stays as it is typed. */
function AmountField({
  label,
  help,
  value,
  onChange,
}: {
  label: string;
  help: string;
  value: number;
  onChange: (value: number) => void;
}) {
  return (
    <Field label={label} help={help}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          className="w-28"
          defaultValue={String(value)}
          onChange={(event) => {
            const amount = Number(event.target.value.replace(",", "."));
            if (Number.isFinite(amount) && amount >= 0) onChange(Math.round(100 * amount) / 100);
          }}
        />
      )}
    </Field>
  );
}
