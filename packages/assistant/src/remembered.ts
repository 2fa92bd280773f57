import type { Remembered, RememberedKind } from "@forestay/contracts";
import { levelNames } from "./answers/figures.ts";
import type { Memory } from "./types.ts";

/** What follow-ups keep, in words, so that a person sees it and can take it away. */
export function rememberedOf(memory: Memory): Remembered[] {
  const { period, plan, levels, customer, segment, campaign, filter } = memory;
  return [
    ...(period === undefined || period.kind === "now" || period.kind === "unknown"
      ? []
      : [{ kind: "period" as const, label: "Period", value: period.words }]),
    ...(plan === undefined ? [] : [{ kind: "plan" as const, label: "Plan", value: plan }]),
    ...(levels === undefined || levels.length === 0
      ? []
      : [
          {
            kind: "levels" as const,
            label: "Risk",
            value: levels.map((level) => levelNames[level]).join(" or "),
          },
        ]),
    ...(customer === undefined
      ? []
      : [{ kind: "customer" as const, label: "Customer", value: customer.name }]),
    ...(segment === undefined ? [] : [{ kind: "segment" as const, label: "Segment", value: segment.name }]),
    ...(campaign === undefined
      ? []
      : [{ kind: "campaign" as const, label: "Campaign", value: campaign.name }]),
    ...(filter === undefined || filter.words === ""
      ? []
      : [{ kind: "filter" as const, label: "Filter", value: filter.words }]),
  ];
}

/** The same without one of them. */
export function withoutRemembered(memory: Memory, kind: RememberedKind): Memory {
  const { [kind]: _, ...rest } = memory;
  return rest;
}
