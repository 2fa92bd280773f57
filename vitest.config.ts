import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "packages",
          environment: "node",
          include: ["packages/*/src/**/*.test.ts", "bench/**/*.test.ts", "tooling/**/*.test.ts"],
          restoreMocks: true,
          // Real sockets, databases and processes on a busy machine: these bound a failure, they are not waited for.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      "apps/server/vitest.config.ts",
      "apps/web/vitest.config.ts",
    ],
  },
});
