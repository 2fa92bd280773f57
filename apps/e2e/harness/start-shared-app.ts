import type { TestProject } from "vitest/node";
import { startApp } from "./start-app.ts";

declare module "vitest" {
  interface ProvidedContext {
    baseUrl: string;
  }
}

/** One application for the journeys that need none of their own; the run ends with what it warned of. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const app = await startApp();
  project.provide("baseUrl", app.baseUrl);
  return async () => {
    await app.stop();
    const warnings = app
      .output()
      .split("\n")
      .filter((line) => line.startsWith('{"level"'));
    if (warnings.length > 0)
      process.stderr.write(`What the application warned of:\n${warnings.join("\n")}\n`);
  };
}
