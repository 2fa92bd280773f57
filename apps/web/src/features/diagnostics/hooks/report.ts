import { withoutSecrets } from "@/lib/live/index.ts";
import type { LiveSnapshot } from "@/lib/live/index.ts";
import type { ServerDiagnostics } from "../api/diagnostics-queries.ts";
import { systemFacts } from "./system-facts.ts";
import type { Check } from "./use-checks.ts";

interface ReportInput {
  live: LiveSnapshot;
  checks: readonly Check[];
  server: ServerDiagnostics | undefined;
  userAgent: string;
  now: Date;
}

/** The page as text for a ticket: no names of people, no addresses, no tokens. */
export function diagnosticsReport({ live, checks, server, userAgent, now }: ReportInput): string {
  const lines = [
    `Connection diagnostics, ${now.toISOString()}`,
    `Server version: ${server?.version ?? "unknown"}`,
    `Browser: ${userAgent}`,
    "",
    `State: ${live.state}`,
    `Transport: ${live.transport ?? "none"}`,
    `Connected since: ${timeOf(live.connectedAt)}`,
    `Last ping: ${timeOf(live.lastPingAt)}`,
    `Retries: ${live.retries}`,
    `Last error: ${live.lastError ?? "none"}`,
    ...(server === undefined
      ? []
      : [
          `Connections on the server: ${server.hub.connections}`,
          ...Object.entries(server.hub.byTransport).map(([name, count]) => `  ${name}: ${count}`),
        ]),
    "",
    ...checks.map(({ name, outcome, latencyMs, detail }) =>
      [name, outcome, latencyMs === null ? "" : formatLatency(latencyMs), detail].filter(Boolean).join(" | "),
    ),
    ...systemLines(server),
    "",
    "Event log",
    ...live.log.map(({ at, text }) => `${new Date(at).toISOString()} ${text}`),
  ];
  return withoutSecrets(lines.join("\n"));
}

function systemLines(server: ServerDiagnostics | undefined): string[] {
  if (server === undefined || server.systems.length === 0) return [];
  return [
    "",
    "Connected systems",
    ...server.systems.map((system) =>
      [
        `${system.provider}${system.isSandbox ? " (sandbox)" : ""} of ${system.company}`,
        system.status,
        `last sync ${system.lastSyncAt ?? "none"}`,
        ...systemFacts(system, server.serverTime),
        system.lastError ?? "",
      ]
        .filter(Boolean)
        .join(" | "),
    ),
  ];
}

/** '0.4 ms', '12 ms', '1.3 s'. */
export function formatLatency(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return ms >= 10 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`;
}

function timeOf(at: number | undefined): string {
  return at === undefined ? "none" : new Date(at).toISOString();
}
