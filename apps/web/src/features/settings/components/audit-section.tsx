import { auditActions, auditActionWords, auditEndpoints } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { ListColumn } from "@/components/list/list-column.ts";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Combobox } from "@/components/ui/combobox.tsx";
import { NoResults } from "@/components/ui/empty-state.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import type { InputProps } from "@/components/ui/input.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useTypedText } from "@/hooks/use-typed-text.ts";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { MISSING, formatChanges, formatDateTime, viewerTimeZone } from "@/lib/format/index.ts";
import { day, defineUrlState, pageNumber, text, word } from "@/lib/url-state/index.ts";
import { settingsQueries, useDownload } from "../api/settings-queries.ts";
import { AuditEntry } from "./audit-entry.tsx";
import type { Entry } from "./audit-entry.tsx";

/** A part of an action's name stands for all of them: `?action=team`. */
const auditListState = defineUrlState({
  action: word(),
  actor: text(),
  from: day(),
  to: day(),
  page: pageNumber(),
});
/** Beside the list's: closed, the list is as it was. */
const openedState = defineUrlState({ entry: word() });
const ANY = "any";
const actionOptions = [
  { value: ANY, label: "Any action" },
  ...Object.entries(auditActions)
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label)),
];
const viaWords: Record<Entry["via"], string> = { screen: "", api_key: "API key", job: "job" };

/** Who changed what, when and from where. */
export function AuditSection() {
  const [{ page, ...filter }, change] = useUrlState(auditListState);
  const [opened, open] = useUrlState(openedState);
  const pathOf = usePathOf();
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
  const audit = useQuery(settingsQueries.audit({ page, ...given }));
  const zone = useCurrentUser().company?.timeZone;
  const exporting = useDownload(auditEndpoints.exportAudit);
  const shown = audit.data?.items.find(({ id }) => id === opened.entry);
  return (
    <>
      <div className="flex flex-wrap items-end gap-3 border-b border-line px-4 py-4 md:px-6">
        <Field label="Action" className="w-full md:w-60">
          {(control) => (
            <Combobox
              {...control}
              label="Action"
              options={actionOptions}
              value={filter.action ?? ANY}
              onChange={(action) => change({ action: action === ANY ? undefined : action })}
              className="h-8"
            />
          )}
        </Field>
        <Field label="Who" className="w-full md:w-36">
          {(control) => (
            <TypedInput {...control} value={filter.actor} onSettle={(actor) => change({ actor })} />
          )}
        </Field>
        <Field label="From">
          {(control) => (
            <TypedInput {...control} type="date" value={filter.from} onSettle={(from) => change({ from })} />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <TypedInput {...control} type="date" value={filter.to} onSettle={(to) => change({ to })} />
          )}
        </Field>
        <Button
          size="sm"
          icon={<Download />}
          className="ml-auto"
          pending={exporting.isPending}
          onClick={() =>
            exporting.mutate(
              { body: given },
              { onError: (error) => toast.error("The export could not start", error.message) },
            )
          }
        >
          Export
        </Button>
      </div>
      {zone === undefined || zone === viewerTimeZone() ? null : (
        <p className="m-0 border-b border-line px-4 py-2 text-note text-ink-2 md:px-6">
          Days are those of {zone.replaceAll("_", " ")}, the company's time zone; times are yours.
        </p>
      )}
      <ListFrame
        query={audit}
        noun="entries"
        failed="The audit log did not load"
        skeleton={<ListSkeleton rows={10} />}
        empty={<NoResults title="Nothing recorded for this" />}
        onPage={(next) => change({ page: next })}
      >
        {({ items }, isStale) => (
          <ListTable
            label="Audit log"
            columns={columnsTo(pathOf)}
            rows={items}
            idOf={({ id }) => id}
            pathOf={pathOf}
            isStale={isStale}
            mobileRow={(entry) => <AuditRow entry={entry} to={pathOf(entry)} />}
          />
        )}
      </ListFrame>
      {shown === undefined ? null : <AuditEntry entry={shown} onClose={() => open({ entry: undefined })} />}
    </>
  );
}

/** The address of an entry of the list as it is now. */
function usePathOf(): (entry: Entry) => string {
  const { pathname, search } = useLocation();
  return ({ id }) =>
    `${pathname}?${openedState.write(new URLSearchParams(search), { entry: id }).toString()}`;
}

const columnsTo = (pathOf: (entry: Entry) => string): readonly ListColumn<Entry>[] => [
  {
    id: "when",
    header: "When",
    cellClassName: "whitespace-nowrap",
    cell: ({ occurredAt }) => formatDateTime(occurredAt),
  },
  {
    id: "who",
    header: "Who",
    cell: ({ actor, via }) => (
      <>
        {actor}
        {viaWords[via] === "" ? null : <span className="block text-note text-ink-2">{viaWords[via]}</span>}
      </>
    ),
  },
  {
    id: "what",
    header: "What",
    cell: (entry) => (
      <>
        <Link
          to={pathOf(entry)}
          className="rounded-check font-emphasis text-ink no-underline hover:underline"
        >
          {auditActionWords(entry.action)}
        </Link>
        {entry.target === null ? null : (
          <span className="block max-w-60 truncate text-note text-ink-2">{entry.target}</span>
        )}
      </>
    ),
  },
  {
    id: "change",
    header: "Change",
    cellClassName: "max-w-80 py-1.5 text-note break-words text-ink-2",
    cell: formatChanges,
  },
  {
    id: "from",
    header: "From",
    cellClassName: "text-note text-ink-2",
    cell: ({ ipAddress }) => ipAddress ?? MISSING,
  },
];

/** A field of the filter: the list follows once typing pauses. */
function TypedInput({
  value,
  onSettle,
  ...rest
}: InputProps & { value: string; onSettle: (value: string) => void }) {
  const [typed, type] = useTypedText(value, onSettle);
  return <Input {...rest} value={typed} onChange={(event) => type(event.target.value)} className="h-8" />;
}

/** An entry in lines, where the table has no room. */
function AuditRow({ entry, to }: { entry: Entry; to: string }) {
  return (
    <li className="px-4 py-2.5 text-ui">
      <span className="flex flex-wrap justify-between gap-x-4">
        <Link to={to} className="rounded-check font-emphasis text-ink no-underline touch:py-1">
          {auditActionWords(entry.action)}
        </Link>
        <span className="text-note text-ink-2">{formatDateTime(entry.occurredAt)}</span>
      </span>
      <span className="block text-note break-words text-ink-2">
        {[
          `by ${entry.actor}`,
          viaWords[entry.via],
          entry.target,
          entry.ipAddress === null ? null : `from ${entry.ipAddress}`,
          formatChanges(entry),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </li>
  );
}
