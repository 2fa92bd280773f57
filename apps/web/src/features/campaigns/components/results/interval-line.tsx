import type { CampaignResults } from "@forestay/contracts/wire";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCount } from "@/lib/format/index.ts";

/** Customers kept because of it, as a point with its interval on a line that shows where nothing would be. */
export function IntervalLine({ results }: { results: CampaignResults }) {
  const { keptMore, sent, alwaysValid, isFinal } = results;
  if (keptMore === null)
    return (
      <Cell title="Customers kept because of it">
        <p className="m-0 text-ui text-ink-2">Not known yet.</p>
      </Cell>
    );
  const { value, low, high } = keptMore;
  const least = Math.min(0, low);
  const most = Math.max(0, high);
  const room = Math.max(1, most - least) * 0.08;
  const at = (one: number) => `${(100 * (one - least + room)) / (most - least + 2 * room)}%`;
  const whole = (one: number) => formatCount(Math.round(one));
  return (
    <Cell title={`Customers kept because of it, of ${formatCount(sent.measured)}`}>
      <div
        role="img"
        aria-label={`${whole(value)}, 95% interval ${whole(low)} to ${whole(high)}; 0 is no effect`}
        className="relative mt-6 mb-7 h-6"
      >
        <div className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
        <div
          className="absolute -top-3 bottom-0 border-l border-dashed border-ink-3"
          style={{ left: at(0) }}
        />
        <div
          className="absolute top-1/2 h-2 -translate-y-1/2 rounded-full bg-brand-tint ring-1 ring-brand"
          style={{ left: at(low), width: `calc(${at(high)} - ${at(low)})` }}
        />
        <div
          className="absolute top-1/2 size-3 -translate-x-1/2 -translate-y-1/2 rounded-full bg-brand"
          style={{ left: at(value) }}
        />
        <span className="absolute top-6 -translate-x-1/2 text-note text-ink-2" style={{ left: at(0) }}>
          0
        </span>
      </div>
      <p className="m-0 text-ui text-ink">
        <strong>{whole(value)}</strong>, between {whole(low)} and {whole(high)}
      </p>
      <p className="m-0 mt-1 text-note text-ink-2">
        {isFinal
          ? alwaysValid === null
            ? "Read on the planned day."
            : `Read on the planned day. The wider interval that is safe to read on any day was ${whole(alwaysValid.low * sent.measured)} to ${whole(alwaysValid.high * sent.measured)}.`
          : "This interval is safe to read on any day; it narrows until the planned one."}
      </p>
    </Cell>
  );
}
