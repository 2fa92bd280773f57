/** What a field of a connected system holds. */
export const sourceKinds = ["text", "number", "date", "boolean"] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** Fields of ours that a connected system may say beside own columns: what they are called, and what they take. */
export const builtInTargets = {
  fullName: { label: "Name", takes: "text" },
  email: { label: "Email", takes: "text" },
  plan: { label: "Plan", takes: "text" },
  monthlyRevenue: { label: "Monthly revenue, in the company's currency", takes: "number" },
  startedAt: { label: "Customer since", takes: "date" },
} as const satisfies Record<string, { label: string; takes: SourceKind }>;
export type BuiltInTarget = keyof typeof builtInTargets;
export const isBuiltInTarget = (target: string): target is BuiltInTarget =>
  Object.hasOwn(builtInTargets, target);

const OWN = "attributes.";
/** An own column of the company, as a target. */
export const ownColumnTarget = (key: string): string => OWN + key;
/** The key of the own column that a target names; null: it names none. */
export const ownColumnOf = (target: string): string | null =>
  target.startsWith(OWN) && target.length > OWN.length ? target.slice(OWN.length) : null;

/** Whether values of a kind can stand in a field that takes `takes`: anything can be read as text, nothing else as something else. */
export const canStandIn = (kind: SourceKind, takes: SourceKind): boolean =>
  takes === "text" || takes === kind;
