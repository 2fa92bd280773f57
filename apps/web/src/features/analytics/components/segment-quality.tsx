import type { Measured, ModelQuality, SegmentQuality as Segment } from "@forestay/contracts/wire";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { formatCount, formatShare } from "@/lib/format/index.ts";
import { PlainRow, PlainTable } from "./plain-table.tsx";

type Group = Segment["groups"][number];

const range = ({ lower, upper }: Measured, format: (value: number) => string) =>
  lower === null || upper === null ? null : (
    <span className="block text-note text-ink-3">
      {format(lower)}–{format(upper)}
    </span>
  );

/** Where the model is worse, or promises too much or too little: in groups that a person knows. */
export function SegmentQuality({ quality }: { quality: ModelQuality }) {
  const { segments } = quality;
  if (segments.length === 0) return null;
  const findings = segments.flatMap((segment) =>
    segment.groups.flatMap((group) => findingOf(segment, group) ?? []),
  );
  return (
    <SheetRow>
      <Cell
        title={
          findings.length === 0
            ? "It holds in every group that was large enough to check"
            : "It does not hold equally in every group"
        }
        subtitle="Held-out customers by what is known of them"
      >
        {findings.length === 0 ? null : (
          <ul className="m-0 mb-3 flex list-disc flex-col gap-0.5 pl-4.5 text-ui text-ink">
            {findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        )}
        <p className="m-0 max-w-180 pb-4 text-note text-ink-2">
          Intervals are 95%. A group is called out only where what was predicted and what happened differ
          beyond chance, with all groups of the field taken together. Ranking (AUC) is lower inside a group
          than over all by its nature: customers there are more alike.
        </p>
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
          {segments.map((segment) => (
            <SegmentTable key={segment.field} segment={segment} />
          ))}
        </div>
      </Cell>
    </SheetRow>
  );
}

function SegmentTable({ segment: { label, groups, suppressed } }: { segment: Segment }) {
  return (
    <div className="min-w-0">
      <PlainTable caption={label} heads={["Group", "Customers", "Predicted", "Really left", "AUC"]}>
        {groups.map((group) => (
          <PlainRow
            key={group.group}
            name={
              <>
                {group.group}
                <Remark group={group} />
              </>
            }
            cells={[
              formatCount(group.customers),
              formatShare(group.meanPredicted),
              <span key="left">
                {formatShare(group.observed.value)}
                {range(group.observed, formatShare)}
              </span>,
              <AucCell key="auc" auc={group.auc} />,
            ]}
          />
        ))}
      </PlainTable>
      {suppressed.length === 0 ? null : (
        <p className="m-0 pt-1.5 text-note text-ink-3">
          Not shown:{" "}
          {suppressed
            .slice(0, 5)
            .map(({ group, customers }) => `${group} (${formatCount(customers)})`)
            .join(", ")}
          {suppressed.length > 5 ? ` and ${suppressed.length - 5} more` : ""}. Fewer than 50 held-out
          customers say nothing.
        </p>
      )}
    </div>
  );
}

function AucCell({ auc }: { auc: Measured | null }) {
  if (auc === null) return <span className="text-note text-ink-3">too few left or stayed</span>;
  return (
    <>
      {auc.value.toFixed(2)}
      {range(auc, (value) => value.toFixed(2))}
    </>
  );
}

function Remark({ group: { calibration } }: { group: Group }) {
  if (calibration === "right") return null;
  return (
    <span className="ml-2 inline-block">
      <Tag tone="warning">{calibration === "above" ? "Predicts too much" : "Predicts too little"}</Tag>
    </span>
  );
}

/** Null where the group's scores mean what they say. */
function findingOf({ label }: Segment, group: Group): string | null {
  if (group.calibration === "right") return null;
  return `${label} “${group.group}”: ${formatShare(group.meanPredicted)} were predicted to leave, ${formatShare(group.observed.value)} of ${formatCount(group.customers)} did. Its scores there are too ${group.calibration === "above" ? "high" : "low"}.`;
}
