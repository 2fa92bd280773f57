import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { FactorBars } from "@/components/charts/factor-bars.tsx";
import { cn } from "@/lib/style/cn.ts";

/** Factors of an invented customer: base 18 and these points make the 64 that is shown. */
const exampleFactors = [
  { key: "logins", label: "Fewer logins", evidence: "3 in the last 30 days, was 22", points: 26 },
  { key: "payment", label: "Failed payment", evidence: "Card declined twice", points: 19 },
  { key: "tickets", label: "Open support tickets", evidence: "3 open, oldest 12 days", points: 9 },
  { key: "tenure", label: "Long tenure", evidence: "2 years 4 months", points: -8 },
] as const;

/** What a score looks like in the product, labelled as an example. */
export function ProductCrop({ className }: { className?: string }) {
  return (
    <figure
      className={cn("m-0 overflow-hidden rounded-sheet border border-line bg-sheet shadow-md", className)}
    >
      <div className="flex items-center justify-between gap-4 border-b border-line px-6 py-4.5">
        <div>
          <p className="m-0 text-note text-ink-2">Churn risk score</p>
          <p className="m-0 text-score font-strong text-ink">64</p>
          <p className="m-0 text-ui text-ink-2">About 3 in 5 such customers leave within 90 days.</p>
        </div>
        <RiskLevel level={3} form="tag" className="self-start" />
      </div>
      <div className="px-6 py-4.5">
        <p className="m-0 pb-2 text-body font-strong text-ink">
          Why the score is 64{" "}
          <span className="pl-1.5 text-note font-regular text-ink-2">average customer 18</span>
        </p>
        <FactorBars factors={exampleFactors} />
      </div>
      <figcaption className="border-t border-line bg-sunken px-6 py-2.5 text-small text-ink-3">
        Example with invented numbers
      </figcaption>
    </figure>
  );
}
