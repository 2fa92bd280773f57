import path from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tooling/longest-first.ts";

export default defineConfig({
  test: {
    // All cores: left to itself it leaves one free, which on two means one file at a time, waiting for its database.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "packages",
          environment: "node",
          include: ["packages/*/src/**/*.test.ts", "bench/**/*.test.ts", "tooling/**/*.test.ts"],
          runner: path.join(import.meta.dirname, "tooling/measured-runner.ts"),
          restoreMocks: true,
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          maxWorkers: "100%",
          // Real sockets, databases and processes on a busy machine: these bound a failure, they are not waited for.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      "apps/server/vitest.config.ts",
      "apps/web/vitest.config.ts",
    ],
  },
});
