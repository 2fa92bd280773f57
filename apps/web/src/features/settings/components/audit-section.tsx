import { auditActions, auditActionWords, auditEndpoints } from "@forestay/contracts/wire";
import type { EndpointResponse } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { Combobox } from "@/components/ui/combobox.tsx";
import { DataCell, DataTable, HeaderCell, Row } from "@/components/ui/data-table.tsx";
import { NoResults } from "@/components/ui/empty-state.tsx";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Pagination } from "@/components/ui/pagination.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUrlFilter } from "@/hooks/use-url-filter.ts";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { formatChanges, formatDateTime, viewerTimeZone } from "@/lib/format/index.ts";
import { settingsQueries, useDownload } from "../api/settings-queries.ts";

type Entry = EndpointResponse<typeof auditEndpoints.listAudit>["items"][number];

const filterNames = ["action", "actor", "from", "to"] as const;
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
  const { fields: filter, given, page, change, setPage } = useUrlFilter(filterNames);
  const isMobile = useIsMobile();
  const audit = useQuery(settingsQueries.audit({ page, ...given }));
  const zone = useCurrentUser().company?.timeZone;
  const exporting = useDownload(auditEndpoints.exportAudit);
  return (
    <>
      <div className="flex flex-wrap items-end gap-3 border-b border-line px-4 py-4 md:px-6">
        <Field label="Action" className="w-full md:w-60">
          {(control) => (
            <Combobox
              {...control}
              label="Action"
              options={actionOptions}
              value={filter.action === "" ? ANY : filter.action}
              onChange={(action) => change({ action: action === ANY ? "" : action })}
              className="h-8"
            />
          )}
        </Field>
        <Field label="Who" className="w-full md:w-36">
          {(control) => (
            <Input
              {...control}
              value={filter.actor}
              onChange={(event) => change({ actor: event.target.value })}
              className="h-8"
            />
          )}
        </Field>
        <Field label="From">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={filter.from}
              onChange={(event) => change({ from: event.target.value })}
              className="h-8"
            />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={filter.to}
              onChange={(event) => change({ to: event.target.value })}
              className="h-8"
            />
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
      {audit.isError ? (
        <ErrorState
          title="The audit log did not load"
          message={audit.error.message}
          onRetry={() => void audit.refetch()}
        />
      ) : audit.data === undefined ? null : audit.data.items.length === 0 ? (
        <NoResults title="Nothing recorded for this" />
      ) : (
        <>
          {isMobile ? (
            <AuditRows entries={audit.data.items} />
          ) : (
            <DataTable label="Audit log" busy={audit.isPlaceholderData}>
              <thead>
                <tr>
                  <HeaderCell>When</HeaderCell>
                  <HeaderCell>Who</HeaderCell>
                  <HeaderCell>What</HeaderCell>
                  <HeaderCell>Change</HeaderCell>
                  <HeaderCell>From</HeaderCell>
                </tr>
              </thead>
              <tbody>
                {audit.data.items.map((entry) => (
                  <Row key={entry.id}>
                    <DataCell className="whitespace-nowrap">{formatDateTime(entry.occurredAt)}</DataCell>
                    <DataCell>
                      {entry.actor}
                      {viaWords[entry.via] === "" ? null : (
                        <span className="block text-note text-ink-2">{viaWords[entry.via]}</span>
                      )}
                    </DataCell>
                    <DataCell>
                      {auditActionWords(entry.action)}
                      {entry.target === null ? null : (
                        <span className="block max-w-60 truncate text-note text-ink-2">{entry.target}</span>
                      )}
                    </DataCell>
                    <DataCell className="max-w-80 py-1.5 text-note break-words text-ink-2">
                      {formatChanges(entry)}
                    </DataCell>
                    <DataCell className="text-note text-ink-2">{entry.ipAddress ?? "–"}</DataCell>
                  </Row>
                ))}
              </tbody>
            </DataTable>
          )}
          <Pagination
            page={audit.data.page}
            pageSize={audit.data.pageSize}
            totalCount={audit.data.totalCount}
            onPage={setPage}
          />
        </>
      )}
    </>
  );
}

/** The same in lines, where the table has no room. */
function AuditRows({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul aria-label="Audit log" className="m-0 list-none divide-y divide-line p-0">
      {entries.map((entry) => (
        <li key={entry.id} className="px-4 py-2.5 text-ui">
          <span className="flex flex-wrap justify-between gap-x-4">
            <span className="font-emphasis text-ink">{auditActionWords(entry.action)}</span>
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
      ))}
    </ul>
  );
}
