import { spawn, type ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { EmbeddedPostgresError } from "./binaries.ts";
import { serverArguments } from "./server-arguments.ts";
import type { Placement } from "./placement.ts";
import { healCluster } from "./postmaster.ts";

const START_TIMEOUT_MS = 30_000;
/** How often a server that died by itself is started again before we give up. */
const MAX_RESTARTS = 5;

/**
 * The watchdog is a shell holding the read end of a pipe whose write end only we hold: end of file means that this
 * process is gone, SIGKILL included, and then it stops the server. A shell, because a second Node costs 40 MB.
 */
const WATCHDOG = `
"$@" &
server=$!
(
  read -r _ <&3
  kill -INT $server
  tries=0
  while kill -0 $server && [ $tries -lt 40 ]; do sleep 0.5; tries=$((tries + 1)); done
  kill -QUIT $server
) >/dev/null 2>&1 &
guard=$!
exec 3<&-
wait $server
status=$?
kill $guard 2>/dev/null
exit $status
`;

export interface SuperviseOptions {
  throwaway?: boolean;
  /** Called with the server's own words when it ends without being told to. */
  onUnexpectedExit?: (words: string) => void;
}

export interface RunningServer {
  port: number;
  stop(): Promise<void>;
}

/** Starts the server on a free port and starts it again there when it dies by itself. */
export async function superviseServer(
  placement: Placement,
  options: SuperviseOptions,
): Promise<RunningServer> {
  const port = await freePort();
  let stopping = false;
  let restarts = 0;
  let current = await launch(placement, port, options.throwaway === true);

  function watch(): void {
    current.child.once("exit", () => {
      if (stopping) return;
      options.onUnexpectedExit?.(current.words());
      if (++restarts > MAX_RESTARTS) return;
      void (async () => {
        await healCluster(placement.clusterDir);
        if (stopping) return;
        current = await launch(placement, port, options.throwaway === true);
        watch();
      })().catch((error: Error) => options.onUnexpectedExit?.(error.message));
    });
  }
  watch();
  return {
    port,
    async stop() {
      stopping = true;
      await current.stop();
    },
  };
}

interface Launched {
  child: ChildProcess;
  words(): string;
  stop(): Promise<void>;
}

async function launch(placement: Placement, port: number, throwaway: boolean): Promise<Launched> {
  const { binaries, clusterDir, user } = placement;
  const child = spawn(
    "/bin/sh",
    [
      "-c",
      WATCHDOG,
      "forestay-watchdog",
      path.join(binaries.root, "bin", "postgres"),
      ...serverArguments(port, clusterDir, throwaway),
    ],
    // A session of its own: Ctrl-C in the terminal reaches us, not the server.
    { cwd: "/", detached: true, stdio: ["ignore", "pipe", "pipe", "pipe"], ...user },
  );
  let output = "";
  const listen = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8000));
  child.stdout?.on("data", listen);
  child.stderr?.on("data", listen);
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lifeline = child.stdio[3];
  const launched: Launched = {
    child,
    words: () => output.trim(),
    async stop() {
      child.ref();
      if (lifeline && "end" in lifeline) lifeline.end();
      await exited;
    },
  };
  // The server and its pipes alone must not keep this process alive.
  child.unref();
  for (const stream of child.stdio) (stream as unknown as { unref?: () => void } | null)?.unref?.();

  const deadline = Date.now() + START_TIMEOUT_MS;
  const pidFile = path.join(clusterDir, "postmaster.pid");
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new EmbeddedPostgresError(`PostgreSQL did not start:\n${launched.words()}`);
    }
    // Line 8 of postmaster.pid says "ready" once connections are accepted.
    const lines = (await readFile(pidFile, "utf8").catch(() => "")).split("\n");
    if (lines[7]?.trim() === "ready" && lines[3] === String(port)) return launched;
    await delay(20);
  }
  await launched.stop();
  throw new EmbeddedPostgresError(
    `PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} s:\n${launched.words()}`,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => {
        if (typeof address === "object" && address) resolve(address.port);
        else reject(new EmbeddedPostgresError("No free port on 127.0.0.1"));
      });
    });
  });
}
