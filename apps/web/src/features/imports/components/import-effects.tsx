import type { ImportEffects, ImportQuestion, ImportQuestionCode } from "@forestay/contracts/wire";
import { TriangleAlert } from "lucide-react";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { FactStrip } from "@/components/ui/sheet.tsx";
import { formatCount, formatMoney } from "@/lib/format/index.ts";

/** What the import would do to the company: who counts as having left, and the revenue of those who have not. */
export function EffectStrip({ effects }: { effects: ImportEffects }) {
  const { currency, returning } = effects;
  const money = (amount: number) => formatMoney(amount, currency);
  const change = effects.monthlyRevenueAfter - effects.monthlyRevenueBefore;
  return (
    <FactStrip
      facts={[
        { label: "Newly counted as having left", value: formatCount(effects.leaving) },
        ...(returning > 0 ? [{ label: "No longer counted as left", value: formatCount(returning) }] : []),
        {
          label: "Have left, after the import",
          value: `${formatCount(effects.leftAfter)} of ${formatCount(effects.customersAfter)}`,
        },
        {
          label: "Monthly revenue of those who have not",
          value: `${money(effects.monthlyRevenueAfter)} (${change < 0 ? "−" : "+"}${money(Math.abs(change))})`,
        },
      ]}
    />
  );
}

const answers: Record<ImportQuestionCode, string> = {
  leaving: "Yes, they have left",
  returning: "Yes, they are still customers",
  revenue: "Yes, the amounts are right",
  repeats: "Yes, the last row of each is the one that counts",
  terms: "Yes, the last row of each is the one that counts",
  overlaps: "Yes, they are several at once",
  undatedEnds: "Yes, count them as having ended today",
  pastEnds: "Yes, they were renewed",
  currencies: "Yes, the amounts are in these currencies",
};

interface QuestionListProps {
  questions: readonly ImportQuestion[];
  answered: ReadonlySet<ImportQuestionCode>;
  disabled: boolean;
  onAnswer: (code: ImportQuestionCode, isMeant: boolean) => void;
}

/** Consequences so large that somebody has to say that they are meant, each with its answer. */
export function QuestionList({ questions, answered, disabled, onAnswer }: QuestionListProps) {
  if (questions.length === 0) return null;
  return (
    <ul
      aria-label="Before you import"
      className="m-0 mb-4 flex list-none flex-col gap-4 rounded-inset bg-danger-tint p-4"
    >
      {questions.map(({ code, message }) => (
        <li key={code} className="flex gap-2.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
          <div className="flex min-w-0 flex-col gap-2">
            <p className="m-0 max-w-180 text-body text-ink">{message}</p>
            <Checkbox
              label={answers[code]}
              checked={answered.has(code)}
              disabled={disabled}
              onChange={(isMeant) => onAnswer(code, isMeant)}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
