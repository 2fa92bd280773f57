import { formatBytes, formatCount } from "@forestay/contracts/words";
import { Check, FileText, ShieldCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { DragEvent } from "react";
import { cn } from "@/lib/style/cn.ts";
import { siteButton } from "../layout/site-link.tsx";
import { ColumnsFound } from "./columns-found.tsx";
import { FirstAnswer } from "./first-answer.tsx";
import { LabelQuestion } from "./label-question.tsx";
import type { OwnFileState } from "./use-own-file.ts";
import { useOwnFile } from "./use-own-file.ts";

const SAMPLE = "/sample-leavers.csv";

interface OwnFileProps {
  /** Before the page could read it. */
  chosen?: File;
}

/** A visitor's file, what was taken for what, and the first answer. Nothing of it leaves the page. */
export function OwnFile({ chosen: early }: OwnFileProps) {
  const { state, open, choose } = useOwnFile();
  const isEarlyRead = useRef(false);
  useEffect(() => {
    if (early === undefined || isEarlyRead.current) return;
    isEarlyRead.current = true;
    open(early);
  }, [early, open]);
  const [isDragged, setDragged] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { file, step, columns, words, label, answer } = state;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragged(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped !== undefined) open(dropped);
  };
  const trySample = async () => {
    const text = await (await fetch(SAMPLE)).blob();
    open(new File([text], SAMPLE.slice(1), { type: "text/csv" }));
  };
  return (
    <div className="overflow-clip rounded-dialog border border-line bg-sheet shadow-md lg:grid lg:grid-cols-[minmax(0,440fr)_minmax(0,840fr)]">
      <section aria-label="Your file" className="divide-y divide-line">
        <div className="px-5 py-6 md:px-7">
          {/* Dropping is a convenience; the button is the way for everyone. */}
          <div
            onDragOver={(event) => {
              event.preventDefault();
              setDragged(true);
            }}
            onDragLeave={() => setDragged(false)}
            onDrop={drop}
            className={cn(
              "rounded-inset border border-dashed px-4 py-4",
              isDragged ? "border-brand bg-brand-tint" : "border-line-control bg-sunken",
            )}
          >
            <div className="flex items-center gap-3">
              <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-control border border-line bg-sheet text-brand-text">
                <FileText aria-hidden className="size-4.5" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block truncate text-body font-strong text-ink">
                  {file === null ? "A list of your customers" : file.name}
                </span>
                <span className="block text-ui text-ink-2">
                  {file === null ? "CSV, TSV or JSON" : sizeOf(file, state)}
                </span>
              </span>
              <button
                type="button"
                onClick={() => input.current?.click()}
                className={siteButton(
                  file === null ? "primary" : "secondary",
                  "h-9 px-3.5 text-ui touch:h-11",
                )}
              >
                {file === null ? "Choose a file" : "Change"}
              </button>
            </div>
            <input
              ref={input}
              type="file"
              tabIndex={-1}
              aria-label="File to analyse"
              accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv"
              className="sr-only"
              onChange={(event) => {
                const [chosen] = event.target.files ?? [];
                event.target.value = "";
                if (chosen !== undefined) open(chosen);
              }}
            />
            <p className="m-0 pt-3 text-ui text-ink-2">
              Drop a file here, up to 50,000 rows, or{" "}
              <button
                type="button"
                onClick={() => void trySample()}
                className="rounded-check font-strong text-brand-text underline-offset-3 hover:underline touch:min-h-11"
              >
                try a sample file
              </button>
            </p>
          </div>
          <p className="m-0 flex items-center gap-2 pt-4 text-ui font-emphasis text-ok-text">
            <ShieldCheck aria-hidden className="size-4 shrink-0" />
            Nothing is sent. Works with the network off.
          </p>
        </div>
        <Steps state={state} />
        {columns === null ? null : (
          <ColumnsFound columns={columns} label={label} words={words} onChange={choose} />
        )}
      </section>
      <section
        aria-label="First answer"
        aria-busy={step === "reading" || step === "analysing"}
        className="border-t border-line lg:border-t-0 lg:border-l"
      >
        {step === "refused" ? (
          <p role="alert" className="m-0 px-5 py-8 text-body text-ink md:px-7">
            {state.refusal}
          </p>
        ) : step === "asking" && columns !== null ? (
          <LabelQuestion columns={columns} words={words} onChoose={choose} />
        ) : answer === null || file === null || columns === null || label === null ? (
          <Before state={state} />
        ) : (
          <FirstAnswer
            answer={answer}
            file={file}
            mapping={columns.mapping}
            label={label}
            values={words[label.column] ?? []}
          />
        )}
      </section>
    </div>
  );
}

const sizeOf = (file: File, { columns }: OwnFileState) =>
  [
    formatBytes(file.size),
    ...(columns === null
      ? []
      : [`${formatCount(columns.rows)} rows`, `${formatCount(columns.profiles.length)} columns`]),
  ].join(", ");

/** Before there is an answer: what one would be, or how far it is. */
function Before({ state: { step, progress } }: { state: OwnFileState }) {
  if (step === "empty")
    return (
      <div className="px-5 py-8 md:px-7">
        <h2 className="m-0 text-lead font-strong text-ink">What you get</h2>
        <ul className="m-0 max-w-xl pt-2 pl-5 text-body text-ink-2">
          <li>How many of those still here resemble those who left</li>
          <li>Whether that can be trusted, measured on rows that were kept back</li>
          <li>What mattered most, and who is at the top of the list with the reasons</li>
        </ul>
        <p className="m-0 max-w-xl pt-4 text-body text-ink-2">
          The file needs one row per customer, and something that says who has left: a yes or no, a status, or
          the date on which they did. A few hundred customers with some fifty leavers are enough.
        </p>
      </div>
    );
  return (
    <div role="status" className="px-5 py-8 md:px-7">
      <p className="m-0 text-lead font-strong text-ink">
        {step === "reading" ? "Reading the file" : "Learning from your customers"}
      </p>
      <progress
        aria-label="Analysis"
        value={progress.fraction}
        max={1}
        className="mt-4 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-press [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-press [&::-webkit-progress-value]:bg-brand"
      />
      <p className="m-0 pt-2 text-ui text-ink-2">{progress.message || "This takes a few seconds."}</p>
    </div>
  );
}

function Steps({ state: { step, columns, answer } }: { state: OwnFileState }) {
  if (step === "empty" || columns === null) return null;
  const used = columns.mapping.columns.filter(({ target }) => target !== "skip").length;
  const total = columns.mapping.columns.length;
  const bad =
    columns.badLines === 0 ? "no broken lines" : `${formatCount(columns.badLines)} broken lines left out`;
  return (
    <ol aria-label="What was done" className="m-0 list-none space-y-4 px-5 py-5 md:px-7">
      <Step title="File read" note={`${columns.format}, ${bad}`} />
      <Step
        title="Columns matched"
        note={used === total ? `All ${total} are used` : `${used} of ${total}, the others are not used`}
      />
      {answer === null ? null : (
        <>
          <Step
            title={`Learned from ${formatCount(answer.learned)} rows`}
            note={`${formatCount(answer.left)} of them have left`}
          />
          <Step
            title="Checked on rows it had not seen"
            note={`A fifth kept back, five times; ${answer.seconds.toFixed(1)} seconds in all`}
          />
        </>
      )}
    </ol>
  );
}

function Step({ title, note }: { title: string; note: string }) {
  return (
    <li className="flex items-start gap-3">
      <span
        aria-hidden
        className="mt-0.5 inline-flex size-5 shrink-0 items-center justify-center rounded-full bg-ok-tint text-ok-text"
      >
        <Check className="size-3" strokeWidth={2.4} />
      </span>
      <span className="min-w-0 text-ui">
        <span className="block font-strong text-ink">{title}</span>
        <span className="block text-ink-2">{note}</span>
      </span>
    </li>
  );
}
