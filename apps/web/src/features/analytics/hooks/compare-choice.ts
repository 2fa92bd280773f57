import type { AnalysisSummary } from "@forestay/contracts/wire";

type Run = Pick<AnalysisSummary, "id" | "createdAt" | "scope" | "resultsRemovedAt">;

/**
 * What a run is compared with unless a person says: the newest one before it of the same customers, else of any, else the
 * next one after it; one whose customers are there, if there is any. `others` are newest first.
 */
export function comparedFirst<R extends Run>(
  others: readonly R[],
  analysis: Pick<Run, "createdAt" | "scope">,
): R | undefined {
  const kept = others.filter(({ resultsRemovedAt }) => resultsRemovedAt === null);
  const earlier = kept.filter(({ createdAt }) => createdAt < analysis.createdAt);
  return earlier.find(({ scope }) => scope === analysis.scope) ?? earlier[0] ?? kept.at(-1) ?? others.at(-1);
}
