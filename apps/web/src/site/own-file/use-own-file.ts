import type { ImportMapping } from "@forestay/contracts/wire";
import { useEffect, useRef, useState } from "react";
import type { LabelChoice, OwnFileAnswer, OwnFileColumns } from "./own-file-answer.ts";
import type { WorkerAsk, WorkerSaid } from "./worker-messages.ts";

export interface OwnFileState {
  file: File | null;
  step: "empty" | "reading" | "asking" | "analysing" | "answered" | "refused";
  columns: OwnFileColumns | null;
  /** Different values of each column, for a person to choose from. */
  words: Readonly<Record<string, readonly string[]>>;
  label: LabelChoice | null;
  progress: { fraction: number; message: string };
  answer: OwnFileAnswer | null;
  refusal: string;
}

const empty: OwnFileState = {
  file: null,
  step: "empty",
  columns: null,
  words: {},
  label: null,
  progress: { fraction: 0, message: "" },
  answer: null,
  refusal: "",
};

const startWorker = () =>
  new Worker(new URL("./analysis-worker.ts", import.meta.url), { type: "module", name: "own-file" });

/** Reads and analyses one file in a worker; a new file, or another choice of what means leaving, begins anew. */
export function useOwnFile(): {
  state: OwnFileState;
  open: (file: File) => void;
  choose: (label: LabelChoice) => void;
} {
  const [state, setState] = useState(empty);
  const worker = useRef<Worker>(undefined);
  useEffect(() => () => worker.current?.terminate(), []);
  const change = (part: Partial<OwnFileState>) => setState((before) => ({ ...before, ...part }));
  const ask = (asked: WorkerAsk) => worker.current?.postMessage(asked);

  const analyse = (mapping: ImportMapping, label: LabelChoice) => {
    change({ step: "analysing", label, answer: null, progress: { fraction: 0, message: "" } });
    ask({ ask: "analyse", mapping, label });
  };
  const hear = (said: WorkerSaid) => {
    if (said.said === "progress") return change({ progress: said });
    if (said.said === "refused") return change({ step: "refused", refusal: said.message });
    if (said.said === "answer") return change({ step: "answered", answer: said.answer });
    const { columns, words } = said;
    change({ columns, words, label: columns.label });
    if (columns.label === null) change({ step: "asking" });
    else analyse(columns.mapping, columns.label);
  };
  const begin = () => {
    worker.current?.terminate();
    const next = startWorker();
    next.addEventListener("message", (event: MessageEvent<WorkerSaid>) => hear(event.data));
    next.addEventListener("error", () =>
      change({ step: "refused", refusal: "This browser could not run the analysis." }),
    );
    worker.current = next;
  };
  return {
    state,
    open(file) {
      begin();
      setState({ ...empty, file, step: "reading" });
      ask({ ask: "read", file });
    },
    choose(label) {
      if (state.columns !== null) analyse(state.columns.mapping, label);
    },
  };
}
