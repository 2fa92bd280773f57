import type { SupportTiles } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { staffQueries } from "../api/staff-queries.ts";
import { lengthWords, waitWords } from "../hooks/wait-words.ts";

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** Four figures: who waits now, and how the last 30 days went. What is not known yet says so. */
export function Tiles({ now }: { now: number }) {
  const { data } = useQuery(staffQueries.tiles());
  return (
    <dl className="m-0 grid grid-cols-2 gap-px overflow-hidden rounded-sheet border border-line bg-line lg:grid-cols-4">
      {data === undefined
        ? ["Waiting now", "Median first reply", "AI only", "Satisfaction"].map((label) => (
            <Tile key={label} label={label} figure="–" note=" " />
          ))
        : tilesOf(data, now).map((tile) => <Tile key={tile.label} {...tile} />)}
    </dl>
  );
}

function tilesOf(data: SupportTiles, now: number) {
  const days = `last ${data.days} days`;
  return [
    {
      label: "Waiting now",
      figure: String(data.waitingNow),
      note:
        data.longestWaitSince === null ? "nobody waits" : `longest ${waitWords(data.longestWaitSince, now)}`,
    },
    {
      label: "Median first reply",
      figure: data.medianFirstReplySeconds === null ? "–" : lengthWords(data.medianFirstReplySeconds),
      note: data.medianFirstReplySeconds === null ? `no reply in the ${days}` : `by a person, ${days}`,
    },
    {
      label: "AI only",
      figure: data.aiOnlyShare === null ? "–" : percent(data.aiOnlyShare),
      note: data.aiOnlyShare === null ? `none ended in the ${days}` : `of ${data.endedCount} ended, ${days}`,
    },
    {
      label: "Satisfaction",
      figure: data.satisfaction === null ? "–" : percent(data.satisfaction),
      note: data.satisfaction === null ? "nobody has judged yet" : `helped, of ${data.ratedCount} who said`,
    },
  ];
}

function Tile({ label, figure, note }: { label: string; figure: string; note: string }) {
  return (
    <div className="flex flex-col bg-sheet px-4 py-2.5">
      <dt className="text-note text-ink-2">{label}</dt>
      <dd className="m-0 flex flex-wrap items-baseline gap-x-2">
        <span className="text-lead font-strong text-ink tabular">{figure}</span>
        <span className="text-small text-ink-2">{note}</span>
      </dd>
    </div>
  );
}
