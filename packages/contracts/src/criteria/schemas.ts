import { z } from "zod";
import {
  criteriaLines,
  criteriaMatches,
  MAX_CRITERIA_LINES,
  MAX_GROUP_LINES,
  type CriteriaNode,
  type Criterion,
} from "./criteria-tree.ts";
import { criterionKinds } from "./kinds.ts";
import { operatorLabels } from "./operators.ts";
import type { Operator } from "./operators.ts";

export const operatorSchema = z.enum(Object.keys(operatorLabels) as [Operator, ...Operator[]]);

/** One line: a field (see `parseField`), an operator, a value (a list for In / NotIn), and how it reads. */
export const criterionSchema: z.ZodType<Criterion, Criterion> = z.object({
  field: z.string().min(1).max(240),
  operator: operatorSchema,
  value: z.union([
    z.string().max(500),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.union([z.string().max(500), z.number(), z.boolean()])).max(100),
  ]),
  /** "Lifetime value greater than $10,000"; written by the server when criteria are kept. */
  label: z.string().max(1000).optional(),
});

const groupOf = <T extends z.ZodType>(line: T) =>
  z.object({ match: z.enum(criteriaMatches), criteria: z.array(line).max(MAX_GROUP_LINES) });
// Two floors of groups below the list: deeper than that nobody reads a rule, and a schema without circles is one that a
// description of the API can write out.
const innerGroupSchema = groupOf(criterionSchema);
const outerGroupSchema = groupOf(z.union([criterionSchema, innerGroupSchema]));

/** A line, or a group of them: all, any or none of its lines hold. */
export const criteriaNodeSchema: z.ZodType<CriteriaNode, CriteriaNode> = z.union([
  criterionSchema,
  outerGroupSchema,
]);

/** The rule language of lists, segments and whatever else chooses customers: every node of the list holds. */
export const criteriaSchema = z
  .array(criteriaNodeSchema)
  .max(MAX_GROUP_LINES)
  .refine((nodes) => criteriaLines(nodes).length <= MAX_CRITERIA_LINES, {
    message: `At most ${MAX_CRITERIA_LINES} lines`,
  });

/** A line of a kept rule that is refused when it is saved today, as one of a column that went: nobody meets it. */
export const brokenLineSchema = z.object({
  /** Its `linePath`. */
  path: z.string(),
  /** The line as it reads. */
  words: z.string(),
  message: z.string(),
});
export type BrokenLine = z.infer<typeof brokenLineSchema>;

/** A field that criteria can be set on, with what its value may be. */
export const criterionFieldSchema = z.object({
  field: z.string(),
  label: z.string(),
  /** The heading under which it stands. */
  group: z.string(),
  kind: z.enum(criterionKinds),
  operators: z.array(operatorSchema),
  /** Of a choice all there are; of text the most used values, as an offer. */
  choices: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })).optional(),
  /** The window that stands in its name, in days; another can be put in its place. Null: it has none. */
  windowDays: z.number().int().nullable(),
});
export type CriterionField = z.infer<typeof criterionFieldSchema>;
