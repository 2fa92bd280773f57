import { importKinds } from "@forestay/contracts/wire";
import type { ImportJob, ImportMapping } from "@forestay/contracts/wire";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import type { DragEvent } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Meter } from "@/components/ui/meter.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { cn } from "@/lib/style/cn.ts";
import { formatBytes } from "@/lib/format/index.ts";
import { forgetKeptFile } from "@/lib/kept-file/kept-file.ts";
import { useUploadImport } from "./api/import-queries.ts";
import { KeptFileOffer } from "./components/kept-file-offer.tsx";
import { ImportHistory } from "./components/import-history.tsx";

interface ImportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Choose a file and see it leave; below, the imports before it. */
export function ImportDialog({ open, onOpenChange }: ImportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Import files"
      description="Customers, subscriptions, invoices, payments or events, as CSV, TSV, Excel (.xlsx) or JSON. You will see what would change before anything is written."
      className="max-w-180"
    >
      <div className="flex flex-col gap-5">
        <UploadBox onClose={() => onOpenChange(false)} />
        <ImportHistory onOpenImport={() => onOpenChange(false)} />
      </div>
    </Dialog>
  );
}

function UploadBox({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef<AbortController>(null);
  const [dragging, setDragging] = useState(false);
  const [file, setFile] = useState<File>();
  const [others, setOthers] = useState("");
  const [sent, setSent] = useState(0);
  const uploading = useUploadImport(setSent);

  /** One after the other; the page of the one that is best imported first follows. */
  async function start(chosen: readonly File[], mapping?: ImportMapping) {
    if (chosen.length === 0 || uploading.isPending) return;
    const { signal } = (abort.current = new AbortController());
    const group = chosen.length > 1 ? { group: crypto.randomUUID() } : {};
    const jobs: ImportJob[] = [];
    for (const [place, one] of chosen.entries()) {
      setFile(one);
      setOthers(chosen.length > 1 ? `${place + 1} of ${chosen.length}: ` : "");
      setSent(0);
      try {
        jobs.push(
          await uploading.mutateAsync({
            file: one,
            signal,
            ...group,
            ...(mapping === undefined ? {} : { mapping }),
          }),
        );
      } catch (error) {
        // What is wrong with the last one stands in the dialog, or on no page at all.
        if (signal.aborted || (jobs.length === 0 && place === chosen.length - 1)) return;
        toast.error(`${one.name} was not taken`, error instanceof Error ? error.message : "");
      }
    }
    const first = jobs.toSorted((a, b) => importKinds.indexOf(a.kind) - importKinds.indexOf(b.kind))[0];
    if (first === undefined) return;
    if (mapping !== undefined) void forgetKeptFile();
    onClose();
    void navigate(`/app/imports/${first.id}`);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setDragging(false);
    void start([...event.dataTransfer.files]);
  }

  if (uploading.isPending && file !== undefined) {
    return (
      <div className="flex flex-col gap-2.5 rounded-inset border border-line px-5 py-5" aria-live="polite">
        <p className="m-0 flex flex-wrap justify-between gap-2 text-ui">
          <span className="min-w-0 truncate font-strong text-ink">
            {others}
            {file.name}
          </span>
          <span className="text-ink-2 tabular">
            {sent < 1
              ? `${formatBytes(sent * file.size)} of ${formatBytes(file.size)}`
              : "Reading the columns"}
          </span>
        </p>
        <Meter value={sent < 1 ? sent : null} label={`Uploading ${file.name}`} />
        <Button size="sm" variant="ghost" className="self-end" onClick={() => abort.current?.abort()}>
          Stop upload
        </Button>
      </div>
    );
  }

  const problem = uploading.error !== null && uploading.error.name !== "AbortError" ? uploading.error : null;
  return (
    <div>
      <KeptFileOffer onImport={({ file: kept, mapping }) => void start([kept], mapping)} />
      {/* Dropping is a convenience; the button is the way for everyone. */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setDragging(true);
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={drop}
        className={cn(
          "flex flex-col items-center gap-3 rounded-inset border border-dashed px-5 py-7 text-center",
          dragging ? "border-brand bg-brand-tint" : "border-line-control bg-sunken",
        )}
      >
        <FileUp aria-hidden className="size-6 text-ink-3" />
        <p className="m-0 text-body text-ink-2">Drop one or more files here, or a zip of them, or</p>
        <Button variant="primary" onClick={() => input.current?.click()}>
          Choose files
        </Button>
        <input
          ref={input}
          type="file"
          aria-label="File to import"
          multiple
          tabIndex={-1}
          accept=".csv,.tsv,.txt,.xlsx,.jsonl,.ndjson,.json,.zip,text/csv"
          className="sr-only"
          onChange={(event) => {
            void start([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
      </div>
      {problem === null ? null : (
        <p role="alert" className="m-0 mt-3 text-ui text-danger-text">
          {file === undefined ? "" : `${file.name}: `}
          {problem.message}
        </p>
      )}
    </div>
  );
}
