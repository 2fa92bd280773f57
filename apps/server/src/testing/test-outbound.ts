import { createLog } from "#platform/log.ts";
import { createOutbound, type Outbound } from "#platform/outbound/outbound.ts";
import { createFakeClock } from "./fake-clock.ts";

/** The way out without an app around it; what it would log is nobody's. */
export function createTestOutbound(): Outbound {
  return createOutbound({
    log: createLog("silent"),
    clock: createFakeClock(),
    allowedHosts: [],
    wait: () => Promise.resolve(),
  });
}
