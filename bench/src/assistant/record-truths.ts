import type { Analysis, Segment } from "@forestay/contracts";
import { formatCount, formatNumber, formatShare } from "@forestay/contracts/words";
import type { World } from "./world.ts";

export interface Tell {
  set(name: string, ...words: (string | null | undefined)[]): void;
  count(name: string, value: number): void;
  money(name: string, value: number | null | undefined): void;
}

/** What is true of the segment, the newest analysis, the import and the connected systems. Answers the analysis's id. */
export async function recordTruths(
  world: World,
  { set, count, money }: Tell,
  names: Map<string, string>,
): Promise<string> {
  const { get } = world;
  const segment = await get<Segment>(`/api/segments/${world.segmentId}`);
  names.set("S", world.segmentName);
  count("S.size", segment.figures?.customerCount ?? 0);
  money("S.risk", segment.figures?.revenueAtRisk);
  money("S.ltv", segment.figures?.averageLifetimeValue);
  if (segment.figures?.averageChurnRate != null)
    set("S.churn", formatShare(segment.figures.averageChurnRate));
  const members = await get<{ items: { fullName: string }[] }>(
    `/api/customers?pageSize=5&conditions=${encodeURIComponent(JSON.stringify([{ field: "segments", operator: "In", value: [world.segmentId] }]))}`,
  );
  set("S.member1", ...members.items.map(({ fullName }) => fullName));
  const flow = await get<{ weeks: { entered: number; left: number }[] }>(
    `/api/segments/${world.segmentId}/flow`,
  );
  set("S.entered", flow.weeks.length === 0 ? "not known yet" : formatCount(flow.weeks.at(-1)!.entered));
  const segments = await get<{ totalCount: number; items: Segment[] }>(
    "/api/segments?sort=revenueAtRisk&direction=desc",
  );
  count("seg.count", segments.totalCount);
  set("S.first", segments.items[0]?.name);

  const analyses = await get<{ items: { id: string; status: number }[]; totalCount: number }>(
    "/api/analytics/churn/analyses?pageSize=50",
  );
  count("an.count", analyses.totalCount);
  const analysisId = analyses.items.find(({ status }) => status === 3)!.id;
  const analysis = await get<Analysis>(`/api/analytics/churn/results/${analysisId}`);
  count("an.customers", analysis.customersAnalyzed);
  count("an.attention", analysis.needAttention);
  money("an.risk", analysis.expectedRevenueAtRisk?.value);
  count("an.critical", analysis.levels.find(({ level }) => level === 3)?.customers ?? 0);
  set("an.driver1", analysis.drivers[0]?.label);
  for (const key of ["auc", "brier", "ece"] as const)
    if (analysis.quality) set(`an.${key}`, formatNumber(analysis.quality[key].value, 3));

  const job = await get<{
    counts: { create: number; error: number } | null;
    createdBy: string;
    fileName: string;
    status: number;
  }>(`/api/imports/${world.importId}/status`);
  count("imp.errors", job.counts?.error ?? 0);
  count("imp.created", job.counts?.create ?? 0);
  set("imp.status", "completed");
  set("imp.by", job.createdBy);
  set("imp.file", job.fileName);
  set("health.file", job.fileName);
  const { items } = await get<{ items: { provider: string; status: string; name: string }[] }>(
    "/api/integrations",
  );
  const connected = items.filter(({ status }) => status !== "NotConnected");
  set("int.connected", connected.length === 0 ? "No system is connected" : `${connected.length} system`);
  set("int.stripe", "Stripe is");
  return analysisId;
}
