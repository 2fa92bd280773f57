import { declineClasses } from "@forestay/contracts/wire";
import type { RecoveryResults } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import type { TagTone } from "@/components/ui/tag.tsx";
import { MISSING, formatCount, formatRelativeInline } from "@/lib/format/index.ts";

type Times = RecoveryResults["times"];

const tags: Record<Times["finding"], { label: string; tone: TagTone } | null> = {
  waiting: null,
  open: { label: "Not conclusive yet", tone: "warning" },
  kept: { label: "Conclusive", tone: "ok" },
  lost: { label: "Conclusive", tone: "danger" },
  none: { label: "Over", tone: "neutral" },
};

const head = "py-2 pr-3 text-left align-bottom text-small font-label text-ink-3 last:pr-0";
const cell = "py-2.5 pr-3 last:pr-0";
const share = ({ customers, recovered }: Times["fixed"]) =>
  customers === 0 ? MISSING : `${((100 * recovered) / customers).toFixed(1)}%`;

/** Whether tries at learned times bring in more than those of the schedule, and what was learned. */
export function LearnedTimes({ times }: { times: Times }) {
  const tag = tags[times.finding];
  const isCompared = times.fixed.customers + times.learned.customers > 0;
  return (
    <SheetRow columns="minmax(0,1fr) minmax(0,1fr)">
      <Cell
        title="Learned times against the fixed schedule"
        subtitle={
          times.fittedAt === null
            ? "Nothing has been learned yet"
            : `Learned ${formatRelativeInline(times.fittedAt)}`
        }
      >
        <h3 className="m-0 flex flex-wrap items-center gap-2 text-body font-strong text-ink">
          {times.headline}
          {tag === null ? null : <Tag tone={tag.tone}>{tag.label}</Tag>}
        </h3>
        <p className="m-0 mt-1 text-ui text-ink">{times.explanation}</p>
        {isCompared ? (
          <>
            <table
              aria-label="Both ways to time tries"
              className="mt-3 w-full border-collapse text-ui tabular"
            >
              <thead>
                <tr>
                  <th scope="col" className={head}>
                    Tried
                  </th>
                  {["Customers", "Recovered", "Share"].map((name) => (
                    <th key={name} scope="col" className={`${head} text-right`}>
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {(["learned", "fixed"] as const).map((name) => (
                  <tr key={name} className="border-t border-line">
                    <th scope="row" className={`${cell} text-left font-regular text-ink`}>
                      {name === "learned" ? "At learned times" : "By the schedule"}
                    </th>
                    <td className={`${cell} text-right`}>{formatCount(times[name].customers)}</td>
                    <td className={`${cell} text-right`}>{formatCount(times[name].recovered)}</td>
                    <td className={`${cell} text-right font-strong`}>{share(times[name])}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="m-0 mt-2 text-note text-ink-2">
              {times.isFinal
                ? `Read once, at the end that was planned: ${formatCount(times.planned)} customers of each.`
                : `Safe to read on any day. It is read for good with ${formatCount(times.planned)} customers of each.`}
            </p>
          </>
        ) : null}
      </Cell>
      <Cell title="What was learned" subtitle="From tries of the last year that followed a failure">
        <ul className="m-0 flex list-none flex-col gap-3 p-0">
          {times.classes.map(({ class: name, tries, needed, best }) => (
            <li key={name} className="text-ui text-ink">
              <strong className="font-strong">{declineClasses[name]}</strong>
              <span className="block text-note text-ink-2">
                {best === null
                  ? `${formatCount(tries)} of ${formatCount(needed)} tries that are needed`
                  : `${formatCount(tries)} tries. Best: ${best}.`}
              </span>
            </li>
          ))}
        </ul>
        <p className="m-0 mt-3 text-note text-ink-2">
          Which times are used is decided in the{" "}
          <Link to="/app/recovery/policy" className="text-ink underline underline-offset-2">
            policy
          </Link>
          . Limits of cards and networks hold at all of them.
        </p>
      </Cell>
    </SheetRow>
  );
}
