import {
  criteriaSchema,
  segmentFlowSchema,
  segmentSchema,
  segmentStatusLabel,
  segmentTypeLabel,
  type Segment,
} from "@forestay/contracts";
import { z } from "zod";
import { getSegment, listSegments, readFlow, readSegmentSentence } from "#modules/segments/index.ts";
import { defineTool, MOST_ROWS, USUAL_ROWS } from "./tool.ts";

const segmentRow = segmentSchema
  .pick({
    id: true,
    name: true,
    description: true,
    sentence: true,
    figures: true,
    countedAt: true,
    isCounting: true,
  })
  .extend({ type: z.string(), status: z.string() });

const toRow = (segment: Segment) => ({
  ...segment,
  type: segmentTypeLabel(segment.type),
  status: segmentStatusLabel(segment.status),
});

const FIGURES =
  "`figures.levels` counts customers with a score from Low to Critical; `averageChurnRate` is 0 to 1; money is in major units.";

export const segmentTools = [
  defineTool({
    name: "list_segments",
    title: "List segments",
    description: `The company's segments, with the rule in words and the figures of their members, the most revenue at risk first. \`everyone\` are all customers, to compare with. ${FIGURES}`,
    group: "segments",
    policy: "segments:read",
    readOnly: true,
    input: z.object({
      search: z.string().max(200).optional(),
      limit: z.number().int().min(1).max(MOST_ROWS).default(USUAL_ROWS),
    }),
    output: z.object({
      segments: z.array(segmentRow),
      totalCount: z.number(),
      everyone: segmentSchema.shape.figures,
    }),
    async run({ db, clock }, { companyId }, { search, limit }) {
      const query = {
        page: 1,
        pageSize: limit,
        sort: "revenueAtRisk" as const,
        direction: "desc" as const,
        ...(search === undefined ? {} : { search }),
      };
      const found = await listSegments(db, companyId, query, clock.now());
      return { ...found, segments: found.items.map((one) => toRow(one as Segment)) };
    },
  }),
  defineTool({
    name: "get_segment",
    title: "Get a segment",
    description: `One segment: rule, size, figures, and who came and went by week. Its members: list_customers with segmentId. ${FIGURES}`,
    group: "segments",
    policy: "segments:read",
    readOnly: true,
    input: z.object({ id: z.uuid() }),
    output: segmentRow.extend({ flow: segmentFlowSchema }),
    async run({ db, clock }, { companyId }, { id }) {
      const segment = await getSegment(db, companyId, id, clock.now());
      return { ...toRow(segment), flow: await readFlow(db, companyId, id, clock.now()) };
    },
  }),
  defineTool({
    name: "read_sentence",
    title: "Read a sentence as a rule",
    description:
      "The lines of a rule that a sentence asks for ('annual customers in Germany who stopped logging in'), by what this company has; `notUnderstood` are words that no line came of. Hand `criteria` to list_customers or count_customers. Nothing is saved.",
    group: "segments",
    policy: "segments:read",
    readOnly: true,
    input: z.object({ text: z.string().trim().min(1).max(500) }),
    output: z.object({ criteria: criteriaSchema, notUnderstood: z.array(z.string()) }),
    run: ({ db, clock }, { companyId }, { text }) => readSegmentSentence(db, companyId, text, clock.now()),
  }),
];
