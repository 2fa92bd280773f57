/** What a tool is about: how the settings group them. */
export const toolGroups = [
  "customers",
  "scores",
  "segments",
  "figures",
  "campaigns",
  "recovery",
  "imports",
  "work",
  "documentation",
] as const;
export type ToolGroup = (typeof toolGroups)[number];
