import { useQueries, useQuery } from "@tanstack/react-query";
import { hubTransports } from "@/lib/live/index.ts";
import type { HubTransport } from "@/lib/live/index.ts";
import { diagnosticsQueries } from "../api/diagnostics-queries.ts";
import type { ServerDiagnostics } from "../api/diagnostics-queries.ts";
import { describeSkew } from "../api/clock-skew.ts";

export interface Check {
  name: string;
  outcome: "checking" | "works" | "fails";
  latencyMs: number | null;
  detail: string;
}

const serverCheckNames: Record<ServerDiagnostics["checks"][number]["name"], string> = {
  database: "Database",
  queue: "Queue",
  mail: "Mail",
  secrets: "Secrets",
  files: "Files",
  hub: "Hub",
};

const transportNames: Record<HubTransport, string> = {
  WebSockets: "WebSockets",
  ServerSentEvents: "Server-sent events",
  LongPolling: "Long polling",
};

/** A transport in words, however client and server write it; one that this version does not know keeps its name. */
export function transportName(transport: string): string {
  const known = hubTransports.find((name) => name.toLowerCase() === transport.toLowerCase());
  return known === undefined ? transport : transportNames[known];
}

/** All live checks, the server's own and those that only this browser can make; run on mount and by `run`. */
export function useChecks() {
  const server = useQuery(diagnosticsQueries.server());
  const transports = useQueries({ queries: hubTransports.map((name) => diagnosticsQueries.transport(name)) });
  const checks: Check[] = [
    ...serverChecks(server),
    ...hubTransports.map((transport, index): Check => {
      const probe = transports[index];
      const name = `Hub by ${transportName(transport)}`;
      if (probe === undefined || probe.isFetching || probe.isPending) return checking(name);
      if (probe.isError) {
        return { name, outcome: "fails", latencyMs: null, detail: describeFailure(transport, probe.error) };
      }
      return {
        name,
        outcome: "works",
        latencyMs: probe.data,
        detail: "Connected from this browser, and left",
      };
    }),
  ];
  return {
    checks,
    server: server.data,
    running: checks.some(({ outcome }) => outcome === "checking"),
    run: () => void Promise.all([server.refetch(), ...transports.map((probe) => probe.refetch())]),
  };
}

function serverChecks(server: {
  data: ServerDiagnostics | undefined;
  isFetching: boolean;
  error: Error | null;
}): Check[] {
  const { data } = server;
  if (server.isFetching) return [...Object.values(serverCheckNames), "Clock"].map(checking);
  if (data === undefined || server.error !== null) {
    const detail = server.error?.message ?? "No answer";
    return [{ name: "Server", outcome: "fails", latencyMs: null, detail }];
  }
  const skew = describeSkew(data.clockSkewMs);
  return [
    ...data.checks.map(({ name, ok, latencyMs, detail }): Check => {
      return { name: serverCheckNames[name], outcome: ok ? "works" : "fails", latencyMs, detail };
    }),
    { name: "Clock", outcome: skew.ok ? "works" : "fails", latencyMs: null, detail: skew.text },
  ];
}

/** Why a transport does not work; what is negotiated in one process and asked of another is not found there. */
export function describeFailure(transport: HubTransport, { message }: Error): string {
  return transport !== "WebSockets" && message.includes("404")
    ? `${message}. With several server processes this transport needs a balancer that keeps a client on its process.`
    : message;
}

function checking(name: string): Check {
  return { name, outcome: "checking", latencyMs: null, detail: "" };
}
