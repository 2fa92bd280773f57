import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import type { DragEvent } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Meter } from "@/components/ui/meter.tsx";
import { cn } from "@/lib/style/cn.ts";
import { formatBytes } from "@/lib/format/index.ts";
import { useUploadImport } from "./api/import-queries.ts";
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
      title="Import customers"
      description="CSV, TSV, Excel (.xlsx) or JSON. You will see what would change before anything is written."
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
  const [sent, setSent] = useState(0);
  const uploading = useUploadImport(setSent);

  function start(chosen: File | undefined) {
    if (chosen === undefined || uploading.isPending) return;
    setFile(chosen);
    setSent(0);
    abort.current = new AbortController();
    uploading.mutate(
      { file: chosen, signal: abort.current.signal },
      {
        onSuccess: (job) => {
          onClose();
          void navigate(`/app/imports/${job.id}`);
        },
      },
    );
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setDragging(false);
    start(event.dataTransfer.files[0]);
  }

  if (uploading.isPending && file !== undefined) {
    return (
      <div className="flex flex-col gap-2.5 rounded-inset border border-line px-5 py-5" aria-live="polite">
        <p className="m-0 flex flex-wrap justify-between gap-2 text-ui">
          <span className="min-w-0 truncate font-strong text-ink">{file.name}</span>
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
        <p className="m-0 text-body text-ink-2">Drop a file here, or</p>
        <Button variant="primary" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          aria-label="File to import"
          tabIndex={-1}
          accept=".csv,.tsv,.txt,.xlsx,.jsonl,.ndjson,.json,text/csv"
          className="sr-only"
          onChange={(event) => {
            start(event.target.files?.[0]);
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
