import { defineEvent } from "#platform/events/domain-events.ts";

/** Customers came into a segment or went out of it. The rows of `segment_changes` with this look and segment say who. */
export interface SegmentMoved {
  companyId: string;
  segmentId: string;
  lookId: string;
  entered: number;
  left: number;
}

/** Told once a transition, in the transaction that changed the membership; not of a rule that somebody changed. */
export const segmentMoved = defineEvent<SegmentMoved>("segments.moved");
