import type { Campaign, CampaignResults } from "@forestay/contracts/wire";
import { DataCell, DataTable, HeaderCell, Row } from "@/components/ui/data-table.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCount, formatShortDate } from "@/lib/format/index.ts";
import { percent, points, pointsRange } from "../campaign-words.ts";

const shareOf = (part: number, whole: number): string => (whole === 0 ? "–" : percent(part / whole));

/** What each step did; only the whole campaign is compared with those held out. */
export function StepTable({ results }: { results: CampaignResults }) {
  return (
    <Cell
      title="Step by step"
      subtitle="Steps are not compared with held-out customers, only the whole campaign is"
    >
      <DataTable label="Steps">
        <thead>
          <tr>
            <HeaderCell>Step</HeaderCell>
            <HeaderCell numeric>Reached</HeaderCell>
            <HeaderCell numeric>Sent</HeaderCell>
            <HeaderCell numeric>Clicked</HeaderCell>
            <HeaderCell numeric>Rate</HeaderCell>
            <HeaderCell numeric>Unsubscribed</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {results.steps
            .filter(({ kind }) => kind !== "wait")
            .map((step) => (
              <Row key={step.id}>
                <DataCell className="min-w-40">
                  {step.name}
                  {step.isOlder ? <span className="text-ink-2"> (older version)</span> : null}
                </DataCell>
                <DataCell numeric>{formatCount(step.reached)}</DataCell>
                <DataCell numeric>{step.kind === "email" ? formatCount(step.sent) : "–"}</DataCell>
                <DataCell numeric>{step.kind === "email" ? formatCount(step.clicked) : "–"}</DataCell>
                <DataCell numeric>{step.kind === "email" ? shareOf(step.clicked, step.sent) : "–"}</DataCell>
                <DataCell numeric>{step.kind === "email" ? formatCount(step.unsubscribed) : "–"}</DataCell>
              </Row>
            ))}
        </tbody>
      </DataTable>
    </Cell>
  );
}

/** Version A and B, each against those held out, and against each other on the planned day. */
export function VariantTable({ results }: { results: CampaignResults }) {
  const { variantDifference: difference } = results;
  const title =
    difference === null
      ? "The two versions are compared on the planned day"
      : difference.low > 0
        ? "Version B kept more"
        : difference.high < 0
          ? "Version A kept more"
          : "No difference to see between the two versions";
  return (
    <Cell
      title={title}
      {...(difference === null
        ? {}
        : {
            subtitle: `B less A: ${points(difference.value)} points, 95% interval ${pointsRange(difference)}`,
          })}
    >
      <DataTable label="Versions of the message">
        <thead>
          <tr>
            <HeaderCell>Version</HeaderCell>
            <HeaderCell numeric>Drawn</HeaderCell>
            <HeaderCell numeric>Clicked</HeaderCell>
            <HeaderCell numeric>Kept</HeaderCell>
            <HeaderCell numeric>Share</HeaderCell>
            <HeaderCell numeric>Against held out, points</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {results.variants.map((one) => (
            <Row key={one.key}>
              <DataCell className="whitespace-nowrap">Version {one.key}</DataCell>
              <DataCell numeric>{formatCount(one.customers)}</DataCell>
              <DataCell numeric>{formatCount(one.clicked)}</DataCell>
              <DataCell numeric>
                {formatCount(one.kept)} of {formatCount(one.measured)}
              </DataCell>
              <DataCell numeric>{shareOf(one.kept, one.measured)}</DataCell>
              <DataCell numeric>
                {one.againstHeld === null
                  ? "–"
                  : `${points(one.againstHeld.value)} (${pointsRange(one.againstHeld)})`}
              </DataCell>
            </Row>
          ))}
        </tbody>
      </DataTable>
    </Cell>
  );
}

/** Which version whom reached: whoever is in the middle of one goes on with it. */
export function VersionTable({ campaign }: { campaign: Campaign }) {
  return (
    <Cell title="Versions of the steps" subtitle="Whoever entered by one goes on with it">
      <DataTable label="Versions of the steps">
        <thead>
          <tr>
            <HeaderCell>Version</HeaderCell>
            <HeaderCell>Saved</HeaderCell>
            <HeaderCell>By</HeaderCell>
            <HeaderCell numeric>Entered by it</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {campaign.versions.map(({ number, at, by, customers }) => (
            <Row key={number}>
              <DataCell>{number}</DataCell>
              <DataCell>{formatShortDate(at)}</DataCell>
              <DataCell>{by}</DataCell>
              <DataCell numeric>{formatCount(customers)}</DataCell>
            </Row>
          ))}
        </tbody>
      </DataTable>
    </Cell>
  );
}
