import type { CriteriaNode } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { Popover } from "@/components/ui/popover.tsx";
import { usePolicy } from "@/lib/auth/index.ts";

/** What a mark of a chart or table stands for, as a rule says it. */
export interface Mark {
  /** 'Began in March 2026, still here'. */
  label: string;
  criteria: readonly CriteriaNode[];
}

const quiet =
  "relative rounded-check px-1 py-1 text-small text-ink-3 underline-offset-2 hover:text-ink hover:underline touch:before:absolute touch:before:-inset-2.5";

/** Where the customers of a mark are listed. */
export const listPath = ({ criteria }: Mark): string =>
  `/app/customers?filters=${encodeURIComponent(JSON.stringify(criteria))}`;

/** Where a segment of them is begun. */
export const segmentPath = ({ label, criteria }: Mark): string =>
  `/app/segments/new?criteria=${encodeURIComponent(JSON.stringify(criteria))}&name=${encodeURIComponent(label)}`;

/**
 * The marks of a chart or table, each with the way to its customers and to a segment of them: rules are about customers of now,
 * so that who comes and goes later comes and goes there too. Nothing where no mark can be said as a rule.
 */
export function SaveMarks({ marks, of }: { marks: readonly Mark[]; of: string }) {
  const maySave = usePolicy("segments:write");
  if (marks.length === 0) return null;
  const words = maySave ? "Save as segment" : "See customers";
  return (
    <Popover
      label={`${words}: ${of}`}
      align="end"
      focusPanel
      className="w-96 max-w-[calc(100vw-24px)] p-0"
      trigger={
        <button type="button" aria-label={`${words}: ${of}`} className={quiet}>
          {words}
        </button>
      }
    >
      <MarkList marks={marks} maySave={maySave} />
    </Popover>
  );
}

/** Marks with their two ways, as a panel shows them. */
export function MarkList({ marks, maySave }: { marks: readonly Mark[]; maySave: boolean }) {
  return (
    <ul className="m-0 list-none divide-y divide-line p-0">
      {marks.map((mark) => (
        <li
          key={mark.label}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5 px-3 py-1.5 text-ui"
        >
          <span className="min-w-0 grow wrap-anywhere text-ink">{mark.label}</span>
          <span className="inline-flex shrink-0 gap-3 text-note">
            <MarkLink to={listPath(mark)} label={`Customers: ${mark.label}`}>
              Customers
            </MarkLink>
            {maySave ? (
              <MarkLink to={segmentPath(mark)} label={`Save as segment: ${mark.label}`}>
                Save as segment
              </MarkLink>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

function MarkLink({ to, label, children }: { to: string; label: string; children: string }) {
  return (
    <Link
      to={to}
      aria-label={label}
      className="inline-flex min-h-6 items-center rounded-check font-strong text-brand-text no-underline hover:underline touch:min-h-11"
    >
      {children}
    </Link>
  );
}
