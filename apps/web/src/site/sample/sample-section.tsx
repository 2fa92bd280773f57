import { renderToString } from "react-dom/server";
import { drawnExplanation } from "./drawn-explanation.ts";
import { SampleExplanation } from "./sample-explanation.tsx";
import { initialValues } from "./sample-fields.ts";

/** A score taken apart, drawn when the web is built; it answers once somebody touches it. */
export function SampleSection() {
  return (
    <div
      data-sample
      // Drawn apart, as the browser takes it over apart.
      dangerouslySetInnerHTML={{
        __html: renderToString(<SampleExplanation values={initialValues} explained={drawnExplanation} />),
      }}
    />
  );
}
