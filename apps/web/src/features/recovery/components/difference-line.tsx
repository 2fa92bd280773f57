import type { RecoveryResults } from "@forestay/contracts/wire";
import { Cell } from "@/components/ui/sheet.tsx";

const points = (share: number) => (100 * share).toFixed(1);

/** What messages add, in points of the share that is paid, with the interval that holds on any day. */
export function DifferenceLine({ results: { difference, alwaysValid } }: { results: RecoveryResults }) {
  const shown = alwaysValid ?? difference;
  if (shown === null)
    return (
      <Cell title="What messages add">
        <p className="m-0 text-ui text-ink-2">Not known yet.</p>
      </Cell>
    );
  const least = Math.min(0, shown.low);
  const most = Math.max(0, shown.high);
  const room = Math.max(0.01, most - least) * 0.08;
  const at = (one: number) => `${(100 * (one - least + room)) / (most - least + 2 * room)}%`;
  return (
    <Cell title="What messages add" subtitle="Points of the share that is paid">
      <div
        role="img"
        aria-label={`${points(shown.value)} points, 95% interval ${points(shown.low)} to ${points(shown.high)}; 0 is nothing added`}
        className="relative mt-6 mb-7 h-6"
      >
        <div className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
        <div
          className="absolute -top-3 bottom-0 border-l border-dashed border-ink-3"
          style={{ left: at(0) }}
        />
        <div
          className="absolute top-1/2 h-2 -translate-y-1/2 rounded-full bg-brand-tint ring-1 ring-brand"
          style={{ left: at(shown.low), width: `calc(${at(shown.high)} - ${at(shown.low)})` }}
        />
        <div
          className="absolute top-1/2 size-3 -translate-x-1/2 -translate-y-1/2 rounded-full bg-brand"
          style={{ left: at(shown.value) }}
        />
        <span className="absolute top-6 -translate-x-1/2 text-note text-ink-2" style={{ left: at(0) }}>
          0
        </span>
      </div>
      <p className="m-0 text-ui text-ink">
        <strong>{points(shown.value)} points</strong>, between {points(shown.low)} and {points(shown.high)}
      </p>
      <p className="m-0 mt-1 text-note text-ink-2">
        {alwaysValid === null
          ? "Too few were written to later to say it on any day."
          : difference === null
            ? ""
            : `Safe to read on any day. By the ordinary interval, read once: ${points(difference.low)} to ${points(difference.high)}.`}
      </p>
    </Cell>
  );
}
