import type { CampaignStep } from "@forestay/contracts/wire";
import { formatCounted } from "@/lib/format/index.ts";

/** A share to a tenth of a percent: most stay, and whole percents would not tell who stays more. */
export const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

/** A difference of shares in points, with its sign: "+1.6". */
export const points = (share: number): string => {
  const value = (100 * share).toFixed(1);
  return share > 0 ? `+${value}` : value.replace("-", "−");
};
export const pointsRange = ({ low, high }: { low: number; high: number }): string =>
  `${points(low)} to ${points(high)}`;

/** How long a wait lasts: "2 days", "5 hours". */
export const waitWords = (hours: number): string =>
  hours % 24 === 0 ? formatCounted(hours / 24, "day") : formatCounted(hours, "hour");

const goesOnWords = { stop: "stop here", continue: "go on", skip: "pass over the next step" } as const;

/** What a step does, in a line below its name. */
export function stepWords(step: CampaignStep): string {
  if (step.kind === "email")
    return step.variantB === null ? `“${step.content.subject}”` : "Version A and version B, half each";
  if (step.kind === "wait")
    return step.untilEvent === null
      ? waitWords(step.hours)
      : `${waitWords(step.hours)}, or until “${step.untilEvent}”`;
  if (step.kind === "task")
    return step.dueInDays === null
      ? "For whoever looks after the customer"
      : `For the owner, due in ${formatCounted(step.dueInDays, "day")}`;
  if (step.kind === "slack")
    return step.channel.name === "" ? "No channel chosen yet" : `Posted to #${step.channel.name}`;
  if (step.kind === "webhook") return "Told to your systems, signed";
  return `If so, ${goesOnWords[step.ifMet]}; otherwise ${goesOnWords[step.otherwise]}`;
}
