import type { CustomerDetail } from "@forestay/contracts/customers";
import { Lightbulb } from "lucide-react";
import { Cell } from "@/components/ui/sheet.tsx";

/** Next steps, each naming the factor it answers and its measured effect, or saying that it is untested. */
export function RecommendedActions({ score }: { score: NonNullable<CustomerDetail["score"]> }) {
  if (score.recommendations.length === 0) return null;
  return (
    <Cell title="Recommended next steps">
      <ul className="m-0 list-none divide-y divide-line p-0">
        {score.recommendations.map((step) => (
          <li key={step.code} className="flex gap-3 py-3 first:pt-0 last:pb-0">
            <span
              aria-hidden
              className="inline-flex size-8 shrink-0 items-center justify-center rounded-control bg-brand-tint text-brand-text"
            >
              <Lightbulb className="size-4" />
            </span>
            <div className="min-w-0">
              <p className="m-0 text-ui font-strong text-ink">{step.title}</p>
              <p className="m-0 text-note text-ink-2">{step.detail}</p>
              <p className="m-0 text-note text-ink-3">{step.measuredEffect ?? "Effect untested"}</p>
            </div>
          </li>
        ))}
      </ul>
    </Cell>
  );
}
