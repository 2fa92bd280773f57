import type { ImportJob } from "@forestay/contracts/wire";
import { CircleHelp } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { Select } from "@/components/ui/select.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useChangeReading } from "../api/import-queries.ts";

/** Which sheet is read, and whether its first row holds the headings, where a person may have to say. */
export function FileReading({ job, disabled }: { job: ImportJob; disabled: boolean }) {
  const change = useChangeReading(job.id);
  const { sheets, sheet, hasHeadings, asksHeadings } = job.reading;
  const read = (body: Parameters<typeof change.mutate>[0]) =>
    change.mutate(body, {
      onError: (error) => toast.error("The file could not be read that way", error.message),
    });
  const isOff = disabled || change.isPending;
  return (
    <>
      {sheets.length > 1 && sheet !== null ? (
        <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="text-ui text-ink">Sheet of the workbook</span>
          <Select
            label="Sheet of the workbook"
            size="sm"
            className="w-60"
            disabled={isOff}
            value={sheet}
            onChange={(chosen) => read({ sheet: chosen })}
            options={sheets.map((name) => ({ value: name, label: name }))}
          />
        </div>
      ) : null}
      {asksHeadings ? (
        <div
          role="group"
          aria-label="The first row"
          className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-inset bg-danger-tint p-3"
        >
          <p className="m-0 flex min-w-0 flex-1 basis-72 gap-2 text-ui text-ink">
            <CircleHelp aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
            The first row looks like a customer and not like headings. Taken for headings, it would not be
            imported.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" disabled={isOff} onClick={() => read({ hasHeadings: false })}>
              It is a customer
            </Button>
            <Button size="sm" disabled={isOff} onClick={() => read({ hasHeadings: true })}>
              It holds the headings
            </Button>
          </div>
        </div>
      ) : hasHeadings ? null : (
        <p className="m-0 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-ui text-ink-2">
          The file has no headings: its columns are numbered.
          <Button size="sm" disabled={isOff} onClick={() => read({ hasHeadings: true })}>
            The first row holds the headings
          </Button>
        </p>
      )}
    </>
  );
}
