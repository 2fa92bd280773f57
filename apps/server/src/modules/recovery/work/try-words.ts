import { declineReasons, recoveryHolds } from "@forestay/contracts";
import { classifyDecline } from "@forestay/metrics";

/** What came of a try of ours, in words. */
export function tryWords({ state, code }: { state: string; code: string | null }): string {
  if (state === "paid") return "Paid";
  if (state === "declined") return `Declined: ${declineReasons[classifyDecline(code).reason].toLowerCase()}`;
  if (state === "asked") return "No answer yet: the same try is asked for again, and charged once";
  if (state === "unknown") return "No answer came; the bill is still open";
  if (code !== null && SETTLED.has(code)) return `Not tried: ${recoveryHolds.settled_there.toLowerCase()}`;
  const hold = (recoveryHolds as Record<string, string>)[code ?? ""];
  return `Not tried: ${(hold ?? "it was refused").toLowerCase()}`;
}

const SETTLED = new Set(["paid", "void", "uncollectible", "draft", "gone"]);
