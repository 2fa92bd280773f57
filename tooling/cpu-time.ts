import { readFileSync } from "node:fs";

/**
 * CPU seconds, user and system, that this process and what it started and saw the end of have used so far. Only Linux
 * tells of the latter (proc(5): cutime and cstime, in hundredths of a second); elsewhere it is this process alone.
 */
export function usedSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

function childrenSeconds(): number {
  if (process.platform !== "linux") return 0;
  const [, fields = ""] = readFileSync("/proc/self/stat", "utf8").split(") ");
  const [cutime, cstime] = fields.split(" ").slice(13, 15).map(Number);
  return ((cutime ?? 0) + (cstime ?? 0)) / 100;
}
