import type { Config } from "#config";
import { holdInWords } from "#platform/backup/outgoing-hold.ts";

/** Settings that start, and do less than whoever made them will think. */
export function startWarnings(config: Config): string[] {
  const warnings: string[] = [];
  if (config.demo && !["127.0.0.1", "localhost", "::1"].includes(config.host)) {
    warnings.push(
      "the demo sign-ins have well-known passwords and this address is open to others; set DEMO=off",
    );
  }
  if (config.appUrl?.startsWith("https:") && config.trustedProxies === 0) {
    warnings.push(
      "APP_URL is https, which a proxy in front ends, but TRUST_PROXY is 0: every limit per network address counts all visitors as that proxy, and so do sessions and the audit log; set TRUST_PROXY to the number of your proxies",
    );
  }
  if (config.outgoingHold !== null) warnings.push(holdInWords(config.outgoingHold));
  return warnings;
}
