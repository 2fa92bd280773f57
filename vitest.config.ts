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
        },
      },
      "apps/server/vitest.config.ts",
      "apps/web/vitest.config.ts",
    ],
  },
});
