import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: "server",
    environment: "node",
    include: ["src/**/*.test.ts"],
    globalSetup: ["src/testing/global-setup.ts"],
    runner: path.join(import.meta.dirname, "../../tooling/measured-runner.ts"),
    restoreMocks: true,
    // Run as they run under npm start, by Node itself, and loaded once a worker: nothing here keeps state in a module
    // or replaces one, and loading the server took longer than most files' tests (decision 0043).
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    maxWorkers: "100%",
    // An app is made and thrown away every few seconds: what of it dies young is looked through less often.
    execArgv: ["--max-semi-space-size=64"],
    // As under npm start: the engine's process is started by every analysis, and loads in half the time.
    env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, "../../node_modules/.cache/compile") },
    // Bounds of a failure, never waited for: a core shared with eight others fails nothing.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
