import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { docsAsModules } from "./build/docs/docs-as-modules.ts";

export default defineConfig({
  plugins: [react(), docsAsModules()],
  root: import.meta.dirname,
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  define: { "import.meta.env.API_URL": JSON.stringify("/api") },
  test: {
    name: "web",
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}", "build/**/*.test.ts"],
    runner: fileURLToPath(new URL("../../tooling/measured-runner.ts", import.meta.url)),
    restoreMocks: true,
    // Loaded once a worker: a page and React's own for each of 55 files took longer than their tests (decision 0043).
    isolate: false,
    maxWorkers: "100%",
    testTimeout: 60_000,
  },
});
