import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { FromParser, ParseTask, ProfileTask, ToParser } from "./parse-protocol.ts";

/** The parser's heap; all of the server stays under 512 MB at any file size. */
const PARSER_HEAP_MB = 112;
/** Looking at a file, checking and writing it follow each other: a parser waits this long for its next task. */
const IDLE_MS = 20_000;
const PARSER = fileURLToPath(new URL("./parser-process.ts", import.meta.url));

/** What comes from a parser: its messages, and its end, which is the last. */
export type ParserEvent = FromParser | { type: "exit"; code: number | null; signal: string | null };

/** A parser at work on one task. */
export interface BusyParser {
  send(message: ToParser): void;
  /** Gives it back, idle, for the next task. */
  release(): void;
  /** Ends it: its task is not finished, or it misbehaved. */
  kill(): void;
}

interface Idle {
  child: ChildProcess;
  timer: NodeJS.Timeout;
}

// At most one waits; the timer and the child keep no process alive.
let idle: Idle | null = null;

/** Gives a task to a parser process, a waiting one if there is one. */
export function employParser(
  task: ParseTask | ProfileTask,
  onEvent: (event: ParserEvent) => void,
): BusyParser {
  const child = takeIdle() ?? startParser();
  const onMessage = (message: unknown) => onEvent(message as FromParser);
  const onExit = (code: number | null, signal: string | null) => onEvent({ type: "exit", code, signal });
  const onError = () => onEvent({ type: "exit", code: null, signal: null });
  child.on("message", onMessage);
  child.on("exit", onExit);
  child.on("error", onError);
  child.ref();
  child.channel?.ref();
  const send = (message: ToParser) => {
    // A parser that is gone has said so by its exit.
    if (child.connected) child.send(message, () => {});
  };
  send({ type: "task", task });
  return {
    send,
    kill: () => void child.kill("SIGKILL"),
    release: () => {
      child.off("message", onMessage);
      child.off("exit", onExit);
      child.off("error", onError);
      keepIdle(child);
    },
  };
}

function startParser(): ChildProcess {
  const child = fork(PARSER, [], {
    // Nothing of ours to find: whatever a file makes the parser do, it holds no key and no address.
    // Fewer malloc arenas: freed buffers go back instead of staying with each thread (10 to 30 MB).
    env: { MALLOC_ARENA_MAX: "2" },
    execArgv: [`--max-old-space-size=${PARSER_HEAP_MB}`, "--max-semi-space-size=4"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // While it waits nobody else listens, and an error without a listener would end our process.
  child.on("error", () => {});
  return child;
}

function takeIdle(): ChildProcess | null {
  const taken = idle;
  idle = null;
  if (taken === null) return null;
  clearTimeout(taken.timer);
  return taken.child.connected && taken.child.exitCode === null ? taken.child : null;
}

function keepIdle(child: ChildProcess): void {
  if (idle !== null || !child.connected) {
    child.kill("SIGKILL");
    return;
  }
  child.unref();
  child.channel?.unref();
  const timer = setTimeout(() => {
    if (idle?.child === child) idle = null;
    child.kill("SIGKILL");
  }, IDLE_MS);
  timer.unref();
  idle = { child, timer };
}
