import path from "node:path";
import { defineConfig } from "vitest/config";

const shared = {
  runner: path.join(import.meta.dirname, "../../tooling/measured-runner.ts"),
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // A bound of a failure, as everywhere: the runner's own is one second.
  expect: { poll: { timeout: 120_000 } },
} as const;

export default defineConfig({
  root: import.meta.dirname,
  test: {
    globalSetup: ["./harness/provide-chromium.ts"],
    projects: [
      {
        test: {
          ...shared,
          name: "pages",
          include: ["pages/**/*.test.ts"],
          // They meet no server and no other page: as many at once as there are cores.
          maxWorkers: "100%",
          sequence: { groupOrder: 0 },
          // Bounds of a failure, never waited for.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...shared,
          name: "journeys",
          include: ["journeys/**/*.test.ts"],
          globalSetup: ["./harness/start-shared-app.ts"],
          // One application serves most of them: a journey that counts or changes what a company has makes its own.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          // Bounds of a failure, never waited for: a core shared with eight others fails nothing.
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
});
