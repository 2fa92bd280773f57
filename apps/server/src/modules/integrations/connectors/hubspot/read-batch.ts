import type { Ask } from "./hubspot-client.ts";
import { batchAnswer, linksAnswer, type CrmRecord } from "./shapes.ts";

const BATCH = 100;

/** Records by their ids; those that are not there, or in the bin, are left out. */
export async function readBatch(
  ask: Ask,
  object: string,
  ids: readonly string[],
  properties: readonly string[],
): Promise<CrmRecord[]> {
  const records: CrmRecord[] = [];
  for (const some of batchesOf(ids)) {
    const answer = await ask({
      method: "POST",
      path: `/crm/objects/{date}/${object}/batch/read`,
      body: { inputs: some.map((id) => ({ id })), properties },
      shape: batchAnswer,
    });
    records.push(...(answer?.results ?? []));
  }
  return records;
}

/** Ids that records are linked with; none for those that are linked with nobody. */
export async function readLinks(
  ask: Ask,
  from: string,
  to: string,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const links = new Map<string, string[]>();
  for (const some of batchesOf(ids)) {
    const answer = await ask({
      method: "POST",
      path: `/crm/associations/{date}/${from}/${to}/batch/read`,
      body: { inputs: some.map((id) => ({ id })) },
      shape: linksAnswer,
    });
    for (const { from: one, to: others } of answer?.results ?? [])
      links.set(
        one.id,
        others.map(({ toObjectId }) => String(toObjectId)),
      );
  }
  return links;
}

function* batchesOf(ids: readonly string[]): Iterable<string[]> {
  const all = [...new Set(ids)];
  for (let start = 0; start < all.length; start += BATCH) yield all.slice(start, start + BATCH);
}
