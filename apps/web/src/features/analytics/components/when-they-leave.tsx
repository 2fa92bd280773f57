import type { Measured, ModelQuality, TimingQuality } from "@forestay/contracts/wire";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { MISSING, formatCount, formatDaysAhead, formatShare } from "@/lib/format/index.ts";
import { PlainRow, PlainTable } from "./plain-table.tsx";

type Horizon = TimingQuality["byDays"][number];

/** How well the model says when customers leave, by number of days; nothing for one that does not say it. */
export function WhenTheyLeave({ quality: { timing } }: { quality: ModelQuality }) {
  if (timing === null) return null;
  const measured = timing.byDays.filter(({ logLoss }) => logLoss !== null);
  const off = measured.filter(isOff);
  return (
    <SheetRow>
      <Cell
        title={titleOf(measured, off)}
        subtitle={`It says when for up to ${formatDaysAhead(timing.reachDays).replace("about ", "")} ahead: for longer than that no customer was followed.`}
      >
        <PlainTable
          caption="Of customers it had not seen"
          note="Log loss: lower is better. 95% interval; beside it what telling everybody the same share would cost."
          heads={["Within", "Predicted", "Really left", "Calibration error", "Log loss", "Same for all"]}
        >
          {timing.byDays.map((horizon) => (
            <PlainRow key={horizon.days} name={`${horizon.days} days`} cells={cellsOf(horizon)} />
          ))}
        </PlainTable>
      </Cell>
    </SheetRow>
  );
}

function cellsOf({ rows, outcomes, meanPredicted, ece, logLoss, baseLogLoss }: Horizon) {
  if (rows === 0 || meanPredicted === null) return ["not measured", "", "", "", ""];
  return [
    formatShare(meanPredicted),
    `${formatShare(outcomes / rows)} (${formatCount(outcomes)} of ${formatCount(rows)})`,
    ece === null ? MISSING : withRange(ece, formatShare),
    logLoss === null ? MISSING : withRange(logLoss, (value) => value.toFixed(4)),
    baseLogLoss === null ? MISSING : baseLogLoss.toFixed(4),
  ];
}

function withRange({ value, lower, upper }: Measured, format: (value: number) => string) {
  return (
    <>
      {format(value)}
      {lower === null || upper === null ? null : (
        <span className="block text-note text-ink-3">
          {format(lower)}–{format(upper)}
        </span>
      )}
    </>
  );
}

/** Chances that differ from what happened beyond chance. */
const isOff = ({ ece }: Horizon): boolean => (ece?.lower ?? 0) > 0;

function titleOf(measured: readonly Horizon[], off: readonly Horizon[]): string {
  const daysOf = (horizons: readonly Horizon[]) => horizons.map(({ days }) => days).join(", ");
  if (measured.length === 0) return "When customers leave could not be measured";
  return off.length === 0
    ? `When they leave: the chances are right at ${daysOf(measured)} days`
    : `When they leave: the chances differ from what happened at ${daysOf(off)} days`;
}
