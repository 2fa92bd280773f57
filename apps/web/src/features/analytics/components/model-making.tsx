import type { ModelCard } from "@forestay/contracts/wire";
import { formatShare } from "@/lib/format/index.ts";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";

/** What is needed to make the same model again: the same data, seed and engine give it byte for byte. */
export function ModelMaking({ card }: { card: ModelCard }) {
  const rows: readonly (readonly [string, string])[] = [
    ...(card.trueLeavingShare === null
      ? []
      : [
          [
            "Share that really leaves",
            `${formatShare(card.trueLeavingShare)}, from Settings; ${formatShare(card.baseRate)} in the file`,
          ] as const,
        ]),
    ["Recipe", card.recipe],
    ["Members", card.members.map(({ name, weight }) => `${name} ${weight.toFixed(2)}`).join(", ")],
    ["Engine", card.engineVersion],
    ["Seed", String(card.seed)],
    ["Data fingerprint", card.dataFingerprint],
  ];
  return (
    <SheetRow>
      <Cell title="How to make it again" subtitle="The same data, seed and engine give the same model">
        <dl className="m-0 grid gap-x-6 gap-y-1.5 text-ui room:grid-cols-[160px_minmax(0,1fr)]">
          {rows.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="m-0 font-mono text-note break-all text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      </Cell>
    </SheetRow>
  );
}
