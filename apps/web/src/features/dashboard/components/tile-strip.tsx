import type { Dashboard, DashboardTile } from "@forestay/contracts/wire";
import { churnReasons } from "@forestay/contracts/wire";
import { TILE_ORDER } from "@forestay/contracts/words";
import { ArrowDown, ArrowUp, Info } from "lucide-react";
import { Link } from "react-router";
import { Sparkline } from "@/components/charts/sparkline.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Popover } from "@/components/ui/popover.tsx";
import { formatCounted, formatDateTime, formatMoney, formatShare } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { rowsPath } from "@/components/figures/rows-path.ts";
import { tileChange, tileFigure } from "../hooks/tile-words.ts";

interface TileStripProps {
  dashboard: Dashboard;
  filter: { plan?: string | undefined; currency?: string | undefined };
}

/** The figures of the day: each with its change, how it went, its formula, and the rows it adds up from. */
export function TileStrip({ dashboard, filter }: TileStripProps) {
  const tiles = dashboard.tiles.toSorted((a, b) => TILE_ORDER.indexOf(a.key) - TILE_ORDER.indexOf(b.key));
  return (
    <dl className="m-0 grid grid-cols-2 gap-px bg-line room:grid-cols-3 min-[1400px]:grid-cols-[1.35fr_repeat(5,minmax(0,1fr))]">
      {tiles.map((tile, index) => (
        <Tile
          key={tile.key}
          tile={tile}
          dashboard={dashboard}
          filter={filter}
          // In two columns the first has the width, and so has the last, which would stand alone.
          className={index === 0 || index === tiles.length - 1 ? "max-room:col-span-2" : undefined}
        />
      ))}
    </dl>
  );
}

function Tile({
  tile,
  dashboard,
  filter,
  className,
}: TileStripProps & { tile: DashboardTile; className: string | undefined }) {
  const { currency } = dashboard;
  const change = tileChange(tile);
  return (
    <div className={cn("flex min-w-0 flex-col bg-sheet px-4 py-3.5 lg:px-5", className)}>
      <dt className="flex items-start justify-between gap-1 text-note text-ink-2">
        {tile.label}
        <Formula tile={tile} dashboard={dashboard} filter={filter} />
      </dt>
      <dd className="m-0 flex grow flex-col">
        <Figure tile={tile} currency={currency} filter={filter} />
        {tile.missing === null ? null : <span className="pt-1 text-note text-ink-2">{tile.missing}</span>}
        <span className="mt-auto flex items-end justify-between gap-3 pt-1.5">
          {change === null ? (
            <span />
          ) : (
            <span
              className={cn(
                "inline-flex items-center gap-1 text-note font-strong whitespace-nowrap",
                change.isGood === null ? "text-ink-2" : change.isGood ? "text-ok-text" : "text-danger-text",
              )}
            >
              {change.arrow === null ? null : change.arrow === "up" ? (
                <ArrowUp aria-label="Up" className="size-3.5" />
              ) : (
                <ArrowDown aria-label="Down" className="size-3.5" />
              )}
              {change.text} <span className="sr-only">{tile.changeWords}</span>
            </span>
          )}
          <Sparkline values={tile.series.map(({ value }) => value)} width={64} height={24} />
        </span>
      </dd>
    </div>
  );
}

function Figure({
  tile,
  currency,
  filter,
}: {
  tile: DashboardTile;
  currency: string;
  filter: TileStripProps["filter"];
}) {
  if (tile.value === null) return <span className="text-figure font-strong text-ink-3">n/a</span>;
  const figure = tileFigure(tile.value, tile, currency);
  if (tile.rowsOf === null) return <span className="text-figure font-strong text-ink">{figure}</span>;
  return (
    <Link
      to={rowsPath(tile.rowsOf, filter)}
      title="Open the rows that add up to it"
      className="relative w-fit max-w-full rounded-check text-figure font-strong text-ink no-underline hover:underline hover:decoration-brand-line hover:underline-offset-4 touch:before:absolute touch:before:-inset-x-2 touch:before:-inset-y-2"
    >
      {figure}
    </Link>
  );
}

const reasonWords = {
  voluntary: "ended it themselves",
  involuntary: "left unpaid",
  unknown: "left, nobody said why",
} satisfies Record<(typeof churnReasons)[number], string>;

/** On demand: how it is worked out, over what, and of when. */
function Formula({
  tile,
  dashboard,
  filter,
}: {
  tile: DashboardTile;
  dashboard: Dashboard;
  filter: TileStripProps["filter"];
}) {
  const { asOf, currency } = dashboard;
  return (
    <Popover
      label={`How ${tile.label} is worked out`}
      align="end"
      focusPanel
      trigger={
        <IconButton label={`How ${tile.label} is worked out`} size="sm" className="-my-1 -mr-1.5">
          <Info />
        </IconButton>
      }
    >
      <p className="m-0">{tile.formula}</p>
      {tile.basis === null ? null : <p className="m-0 pt-2 text-ink-2">{tile.basis}</p>}
      {tile.band === null ? null : (
        <p className="m-0 pt-2 text-ink-2">
          8 in 10 chance of {formatMoney(tile.band.lower, currency)} to{" "}
          {formatMoney(tile.band.upper, currency)}, customers taken as independent.
        </p>
      )}
      {tile.parts.length === 0 ? null : (
        <ul className="m-0 list-none p-0 pt-2 text-ink-2">
          {churnReasons.flatMap((reason) => {
            const part = tile.parts.find((one) => one.reason === reason);
            return part === undefined
              ? []
              : [
                  <li key={reason}>
                    {part.customers === 0 || tile.rowsOf === null ? (
                      formatCounted(part.customers, "customer")
                    ) : (
                      <Link
                        to={rowsPath({ ...tile.rowsOf, reason }, filter)}
                        className="rounded-check text-ink underline decoration-brand-line underline-offset-4 hover:decoration-brand"
                      >
                        {formatCounted(part.customers, "customer")}
                      </Link>
                    )}{" "}
                    {reasonWords[reason]} ({formatShare(part.value)})
                  </li>,
                ];
          })}
        </ul>
      )}
      {tile.change === null ? null : <p className="m-0 pt-2 text-ink-2">Change {tile.changeWords}.</p>}
      {asOf === null ? null : <p className="m-0 pt-2 text-note text-ink-3">As of {formatDateTime(asOf)}</p>}
    </Popover>
  );
}
