import { formatCounted } from "@/lib/format/index.ts";
import type { ServerDiagnostics } from "../api/diagnostics-queries.ts";

export type ConnectedSystem = ServerDiagnostics["systems"][number];

const DAY_MS = 86_400_000;

/** What is worth saying of a connected system beside its status, in words; `serverTime` is the present. */
export function systemFacts(system: ConnectedSystem, serverTime: string): string[] {
  const { failedRecords, waiting, waitingSince, credentialSince, compared } = system;
  const now = Date.parse(serverTime);
  return [
    failedRecords === 0 ? "no failed records" : formatCounted(failedRecords, "failed record"),
    waiting === 0 || waitingSince === null
      ? "no news waits"
      : `${formatCounted(waiting, "change")} waiting, the oldest for ${ageWords(now - Date.parse(waitingSince))}`,
    ...(compared === null && !system.isCompared ? [] : [comparedWords(compared, now)]),
    `credential ${ageWords(now - Date.parse(credentialSince))} old`,
  ];
}

function comparedWords(compared: ConnectedSystem["compared"], now: number): string {
  if (compared === null) return "not compared yet";
  const { at, looked, missing, differing } = compared;
  const when = `${ageWords(now - Date.parse(at))} ago`;
  if (missing + differing === 0) return `${formatCounted(looked, "record")} compared ${when}, no difference`;
  return `${formatCounted(looked, "record")} compared ${when}: ${missing} missing, ${differing} differing, since taken in`;
}

/** 'less than a minute', '12 min', '5 h', '3 days'. */
export function ageWords(ms: number): string {
  if (ms < 60_000) return "less than a minute";
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min`;
  return ms < DAY_MS ? `${Math.floor(ms / 3_600_000)} h` : formatCounted(Math.floor(ms / DAY_MS), "day");
}
