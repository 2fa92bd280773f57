import { appendFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { TestRunner } from "vitest";
import { usedSeconds } from "./cpu-time.ts";
import { COSTS_FILE, type FileCost } from "./file-costs.ts";

/** What earlier files of this worker used; its first file pays for its start. */
let counted = 0;

/** The runner's own, which also writes down what each file cost. */
export default class MeasuredRunner extends TestRunner {
  override onAfterRunFiles(files: Parameters<TestRunner["onAfterRunFiles"]>[0]): void {
    super.onAfterRunFiles(files);
    const used = usedSeconds();
    const [file] = files;
    const target = process.env[COSTS_FILE];
    if (file !== undefined && target !== undefined) {
      const cost: FileCost = { file: file.filepath, cpuSeconds: used - counted };
      appendFileSync(target, `${JSON.stringify(cost)}\n`);
    }
    counted = used;
    // For the processes that later files start; the worker itself would only at its end.
    flushCompileCache();
  }
}
