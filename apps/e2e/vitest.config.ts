import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: "e2e",
    include: ["journeys/**/*.test.ts"],
    globalSetup: ["./harness/global-setup.ts"],
    // One application serves them all; a second worker would only wait for the first on two cores.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
