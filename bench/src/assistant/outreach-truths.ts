import type {
  Campaign,
  CampaignResults,
  CampaignSummary,
  Recovery,
  RecoveryCase,
  RecoveryResults,
} from "@forestay/contracts";
import { formatCount, formatMoney, formatNumber } from "@forestay/contracts/words";
import type { Tell } from "./record-truths.ts";
import type { World } from "./world.ts";

/** What is true of campaigns and of payments that failed, as their screens say it. */
export async function outreachTruths(
  { get }: World,
  { set, count, money }: Tell,
  names: Map<string, string>,
): Promise<void> {
  const list = await get<{ items: CampaignSummary[]; allCount: number; activeCount: number }>(
    "/api/campaigns?pageSize=50",
  );
  count("camp.count", list.allCount);
  set(
    "camp.active",
    list.activeCount === 0
      ? "none is running"
      : `${formatCount(list.activeCount)} ${list.activeCount === 1 ? "is" : "are"} running`,
  );
  const read = list.items.find(({ uplift }) => uplift !== null);
  if (read !== undefined) {
    const { name } = await get<Campaign>(`/api/campaigns/${read.id}`);
    const results = await get<CampaignResults>(`/api/campaigns/${read.id}/results`);
    names.set("C", name);
    set("C.name", name);
    set("C.headline", results.headline);
    count("C.held", results.held.customers);
    count("C.sent", results.sent.customers);
    count("C.clicked", results.funnel.clicked);
    for (const [key, value] of [
      ["C.revenue", results.revenue],
      ["C.net", results.netValue],
    ] as const)
      if (value !== null) set(key, formatMoney(value.value, results.currency));
  }

  const now = await get<Recovery>("/api/recovery");
  count("rec.cases", now.cases);
  set(
    "rec.reason1",
    now.reasons[0] === undefined ? "No payment failed first" : formatCount(now.reasons[0].cases),
  );
  set("rec.days", now.medianDays === null ? "has come in so far" : formatNumber(now.medianDays, 1));
  const [, monthBefore] = now.months;
  if (monthBefore !== undefined) {
    const before = await get<Recovery>(`/api/recovery?month=${monthBefore}`);
    money("rec.-1.reason1", before.reasons[0]?.amount);
  }
  const open = await get<{ items: RecoveryCase[] }>("/api/recovery/cases?state=open&pageSize=5");
  set("rec.first", open.items[0]?.customer.name ?? "No failed payment is open");
  set("rec.headline", (await get<RecoveryResults>("/api/recovery/results")).headline);
}
