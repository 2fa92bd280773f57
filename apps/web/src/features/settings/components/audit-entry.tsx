import { auditActionWords, auditEndpoints } from "@forestay/contracts/wire";
import type { EndpointResponse } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { SidePanel } from "@/components/ui/side-panel.tsx";
import { changedFields, formatExactTime, viewerTimeZone } from "@/lib/format/index.ts";

export type Entry = EndpointResponse<typeof auditEndpoints.listAudit>["items"][number];

const waysIn: Record<Entry["via"], string> = {
  screen: "In the app",
  api_key: "By an API key",
  job: "By a job in the background",
};

/** One entry of the audit log in full: to the second, and each field before and after. */
export function AuditEntry({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { actor, via, action, target, ipAddress, occurredAt, id } = entry;
  const fields = changedFields(entry);
  return (
    <SidePanel title={auditActionWords(action)} description={target ?? undefined} onClose={onClose}>
      <dl className="m-0 grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-2.5 text-ui">
        <Line label="When">
          {formatExactTime(occurredAt)}
          <span className="block text-note text-ink-2">{viewerTimeZone().replaceAll("_", " ")}</span>
        </Line>
        <Line label="Who">{actor}</Line>
        <Line label="How">{waysIn[via]}</Line>
        <Line label="From">{ipAddress ?? "No network address was kept"}</Line>
        <Line label="Entry">
          <span className="font-mono text-small break-all">{id}</span>
        </Line>
      </dl>
      {fields.length === 0 ? (
        <p className="m-0 mt-5 text-ui text-ink-2">Nothing further was kept of it.</p>
      ) : (
        <table className="mt-5 w-full table-fixed border-collapse text-ui">
          <caption className="pb-2 text-left text-body font-strong text-ink">What changed</caption>
          <thead>
            <tr className="border-b border-line text-left text-note text-ink-2">
              <th className="py-1.5 pr-3 font-emphasis">Field</th>
              <th className="py-1.5 pr-3 font-emphasis">Before</th>
              <th className="py-1.5 font-emphasis">After</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ field, before, after }) => (
              <tr key={field} className="border-b border-line align-top">
                <th
                  scope="row"
                  className="py-2 pr-3 text-left font-emphasis break-words text-ink first-letter:uppercase"
                >
                  {field}
                </th>
                <td className="py-2 pr-3 break-words text-ink-2">{before}</td>
                <td className="py-2 break-words text-ink">{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SidePanel>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{label}</dt>
      <dd className="m-0 min-w-0 break-words text-ink">{children}</dd>
    </>
  );
}
