import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: "server",
    environment: "node",
    include: ["src/**/*.test.ts"],
    globalSetup: ["src/testing/global-setup.ts"],
    restoreMocks: true,
    maxWorkers: "100%",
    // As under npm start: the engine's process is started by every analysis, and loads in half the time.
    env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, "../../node_modules/.cache/compile") },
    // Bounds of a failure, never waited for: a machine that stands still for half a minute fails nothing.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
