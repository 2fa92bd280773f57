import { useEffect, useRef, useState } from "react";
import { drawnExplanation } from "./drawn-explanation.ts";
import { SampleExplanation } from "./sample-explanation.tsx";
import type { SampleExplanation as Explained, SampleValues } from "./sample-fields.ts";

/** The explanation, asked of the engine anew with each change; what was drawn stays until it answers. */
export function LiveSample({ start }: { start: SampleValues }) {
  const [values, setValues] = useState(start);
  const [explained, setExplained] = useState<Explained>(drawnExplanation);
  const worker = useRef<Worker>(undefined);
  useEffect(() => {
    const next = new Worker(new URL("./sample-worker.ts", import.meta.url), {
      type: "module",
      name: "sample",
    });
    next.addEventListener("message", (event: MessageEvent<Explained>) => setExplained(event.data));
    worker.current = next;
    return () => next.terminate();
  }, []);
  useEffect(() => worker.current?.postMessage(values), [values]);
  return (
    <SampleExplanation
      values={values}
      explained={explained}
      onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
    />
  );
}
