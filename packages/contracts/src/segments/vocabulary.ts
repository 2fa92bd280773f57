import { labelled } from "../enumeration.ts";

export const SegmentType = {
  Behavioral: 0,
  Demographic: 1,
  Geographic: 2,
  Psychographic: 3,
  AiGenerated: 4,
} as const;
export type SegmentTypeValue = (typeof SegmentType)[keyof typeof SegmentType];

const segmentTypeLabels: Record<SegmentTypeValue, string> = {
  0: "Behavioral",
  1: "Demographic",
  2: "Geographic",
  3: "Psychographic",
  4: "AI-Generated",
};

/** An archived segment is Inactive. */
export const SegmentStatus = { Draft: 0, Active: 1, Inactive: 2 } as const;
export type SegmentStatusValue = (typeof SegmentStatus)[keyof typeof SegmentStatus];

const segmentStatusLabels: Record<SegmentStatusValue, string> = { 0: "Draft", 1: "Active", 2: "Inactive" };

/** Display names; values outside the list display 'Unknown'. */
export const segmentTypeLabel = labelled(segmentTypeLabels);
export const segmentStatusLabel = labelled(segmentStatusLabels);

/** What a segment is told by among others. */
export const segmentColors = ["teal", "amber", "violet", "green", "wine", "slate"] as const;
export type SegmentColor = (typeof segmentColors)[number];

export const segmentSortFields = [
  "name",
  "customerCount",
  "averageChurnRate",
  "averageLifetimeValue",
  "averageRevenue",
  "revenueAtRisk",
  "updatedAt",
] as const;

/** Days of the trend in the list. */
export const SEGMENT_TREND_DAYS = 30;
/** Weeks of coming in and going out on a segment's page. */
export const SEGMENT_FLOW_WEEKS = 12;
/** From this share of members in common on, two segments are as good as one. */
export const SAME_SEGMENT_SHARE = 0.95;
