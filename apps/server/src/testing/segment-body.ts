import { SegmentStatus, SegmentType, type SegmentInput } from "@forestay/contracts";

/** What somebody sends to keep a segment of everybody who has not left. */
export const segmentBody: SegmentInput = {
  name: "Still here",
  description: "",
  type: SegmentType.Behavioral,
  status: SegmentStatus.Active,
  color: "teal",
  criteria: [{ field: "hasLeft", operator: "Equals", value: false }],
};
