import type { Destination } from "./destination.ts";
import type { OutboundCall } from "./outbound-call.ts";

/** What the log may know: of an address that was given, or that says so, its host only, since webhooks carry their secret in the path. */
export function describeCall(
  { url, isConfigured, hidesPath }: Destination,
  call: OutboundCall,
  attempt: number,
  ms: number,
) {
  const names = [...url.searchParams.keys()];
  const path = `${url.pathname}${names.length === 0 ? "" : `?${names.join("&")}`}`;
  return {
    method: call.method ?? "GET",
    address: isConfigured && hidesPath !== true ? url.origin + path : url.origin,
    attempt,
    durationMs: Math.round(ms),
  };
}
