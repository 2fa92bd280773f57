import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: "e2e",
    include: ["journeys/**/*.test.ts"],
    globalSetup: ["./harness/global-setup.ts"],
    // One application serves most of them: a journey that counts or changes what a company has makes its own.
    fileParallelism: false,
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Bounds of a failure, never waited for: a core shared with eight others fails nothing.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
