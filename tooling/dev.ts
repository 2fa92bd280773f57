/** `npm run dev`: the server restarts on a change, the web app is served by Vite with hot module replacement. */
import { spawn } from "node:child_process";
import path from "node:path";
import { bin, ROOT } from "./run-command.ts";

const WEB_PORT = 5173;
const apiPort = process.env.PORT ?? "4000";
const children = [
  spawn(process.execPath, ["--watch", "--watch-preserve-output", "apps/server/src/main.ts"], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, PORT: apiPort, APP_URL: process.env.APP_URL ?? `http://localhost:${WEB_PORT}` },
  }),
  spawn(bin("vite"), ["--port", String(WEB_PORT), "--strictPort"], {
    cwd: path.join(ROOT, "apps/web"),
    stdio: "inherit",
    env: { ...process.env, DEV_API_ORIGIN: `http://127.0.0.1:${apiPort}` },
  }),
];
const stop = () => {
  for (const child of children) child.kill("SIGTERM");
};
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
process.on("disconnect", stop);
for (const child of children) {
  child.on("exit", (code) => {
    process.exitCode = code ?? 0;
    stop();
  });
}
await Promise.all(children.map((child) => new Promise((resolve) => child.once("exit", resolve))));
process.disconnect?.();
