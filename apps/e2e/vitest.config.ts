import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: "e2e",
    include: ["journeys/**/*.test.ts"],
    globalSetup: ["./harness/global-setup.ts"],
    // One application serves them all; a second worker would only wait for the first on two cores.
    fileParallelism: false,
    // Bounds of a failure, never waited for: a machine that stands still for half a minute fails nothing.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
