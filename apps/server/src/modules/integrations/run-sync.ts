import { integrationProviders } from "@forestay/contracts/vocabulary";
import { z } from "zod";
import { withTenant } from "#platform/db/transaction.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";
import type { ProviderApi, SourceRecord } from "./connector.ts";
import { endRun, failRun } from "./end-run.ts";
import {
  findIntegration,
  findRun,
  includedObjects,
  tellChange,
  updateRun,
  type IntegrationRow,
  type ObjectCounts,
  type RunPlace,
  type RunRow,
} from "./integration-rows.ts";
import { openStored } from "./providers.ts";
import { ProviderError } from "./provider-error.ts";
import { readFailures } from "./failures.ts";
import { renewSubscription } from "./renew-subscription.ts";
import { refreshRows } from "./refresh-rows.ts";
import { takeHints, type Hint } from "./take-hints.ts";
import { takeIn, type TakeIn } from "./take-in.ts";

const payload = z.object({
  companyId: z.uuid(),
  provider: z.enum(integrationProviders),
  runId: z.uuid(),
  /** Of a retry: which failed records; null: all. */
  failureIds: z.array(z.uuid()).nullable().default(null),
});
type Run = JobRun<z.output<typeof payload>>;

/** Records that are written together, and read ahead meanwhile: what is held is twice as many, however large the account. */
const RECORDS_PER_WRITE = 1000;
const RETRY_DELAY_SECONDS = 10;
/** Lists there may lag behind: changes are asked for from a little earlier. What came already changes nothing. */
const OVERLAP_MS = 5 * 60_000;

/**
 * Reads a connected system: everything, object after object and page after page, or what changed since. Each write is one
 * transaction with how far it has come, so that a kill at any moment loses no record and repeats none to any effect.
 */
export const syncJob = defineJob({
  name: "integrations.sync",
  schema: payload,
  onePerGroup: true,
  concurrency: 2,
  retryLimit: 6,
  retryDelaySeconds: RETRY_DELAY_SECONDS,
  expireInSeconds: 12 * 3600,
  handler: runSync,
  onExhausted: (run) =>
    failRun(run, run.payload, {
      isFinal: false,
      message: "It stopped again and again before its end. The next run goes on from there.",
    }),
});

async function runSync(run: Run): Promise<void> {
  const { companyId, provider, runId } = run.payload;
  const found = await withTenant(run.db, companyId, async (tx) => ({
    row: await findIntegration(tx, companyId, provider),
    current: await findRun(tx, companyId, runId),
  }));
  if (!found.row || found.current?.status !== "running") return;
  try {
    const api = openStored(run, found.row, run.signal);
    if (found.current.kind !== "retry") await renewSubscription(run, api, found.row);
    const read = found.current.kind === "first" ? readAll : readHints;
    // Stopped, or another worker is past this one: what was written stays, and others end the run.
    const isRead = await read(run, api, found.row, found.current);
    await refreshRows(run, companyId);
    if (isRead) await endRun(run, run.payload);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const isPassing = error.failure === "passing" || error.failure === "place_gone";
    const waitMs = error.retryAfterMs ?? 0;
    // Passing by itself: the same place again, later; a long pause that was asked for is no try's to wait for.
    if (isPassing && !run.isLastAttempt && waitMs <= RETRY_DELAY_SECONDS * 1000) throw error;
    await failRun(run, run.payload, {
      isFinal: !isPassing,
      ...(isPassing && waitMs > 0 && { waitMs }),
      hasNoPlace: error.failure === "place_gone",
      isExpired: error.failure === "expired",
      message: error.message,
    });
  }
}

interface Batch {
  records: SourceRecord[];
  /** Where the next one begins; null: the object is read to its end. */
  next: string | null;
}

async function readAll(run: Run, api: ProviderApi, row: IntegrationRow, current: RunRow): Promise<boolean> {
  const objects = includedObjects(row);
  let { place } = current;
  if (place !== null && place.object === null) return true;
  const from = Math.max(0, objects.indexOf(place?.object ?? ""));
  for (const [index, object] of objects.slice(from).entries()) {
    const following = { object: objects[from + index + 1] ?? null, page: null };
    let coming = quiet(readBatch(api, object, place?.object === object ? place.page : null));
    let isBegunAgain = false;
    for (;;) {
      run.signal.throwIfAborted();
      const batch = await coming.catch((error: unknown) => {
        // Once a try: a list whose places hold for no two pages is no list that can be read.
        if (isBegunAgain || !(error instanceof ProviderError && error.failure === "place_gone")) throw error;
        return null;
      });
      if (batch === null) {
        isBegunAgain = true;
        if (!(await beginAgain(run, object, place))) return false;
        place = { object, page: null };
        coming = quiet(readBatch(api, object, null));
        continue;
      }
      const { records, next } = batch;
      // The next is on its way while this one is written.
      if (next !== null) coming = quiet(readBatch(api, object, next));
      const after = next === null ? following : { object, page: next };
      const taking = takingOf(run, api, row, { from: place, to: after });
      if (!(await takeIn({ ...taking, now: run.clock.now(), records }))) return false;
      place = after;
      if (next === null) break;
    }
  }
  return true;
}

/** An object from its beginning, since its place is not there any more: what came in stays, and comes again to no effect. */
async function beginAgain(
  { db, payload: { companyId, runId } }: Run,
  object: string,
  from: RunPlace | null,
): Promise<boolean> {
  return withTenant(db, companyId, async (tx) => {
    const locked = await findRun(tx, companyId, runId, { lock: true });
    if (locked?.status !== "running" || !isSamePlace(locked.place, from)) return false;
    const { [object]: _again, ...counts } = locked.counts;
    await updateRun(tx, locked, { counts, place: { object, page: null } });
    return true;
  });
}

/** A failure is heard where the batch is waited for, which may be after another one. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

async function readBatch(api: ProviderApi, object: string, from: string | null): Promise<Batch> {
  const records: SourceRecord[] = [];
  let next = from;
  let isPlaceKept = false;
  do {
    const page = await api.readPage(object, next);
    records.push(...page.records);
    next = page.next;
    isPlaceKept = page.isPlaceKept === true;
  } while (next !== null && !isPlaceKept && records.length < RECORDS_PER_WRITE);
  return { records, next };
}

/** What changed since the last run, what the system told us of, or what failed before. */
async function readHints(run: Run, api: ProviderApi, row: IntegrationRow, current: RunRow): Promise<boolean> {
  const { companyId, provider, failureIds } = run.payload;
  const hints: Hint[] = [];
  if (current.kind === "retry") {
    hints.push(
      ...(await withTenant(run.db, companyId, (tx) => readFailures(tx, companyId, provider, failureIds))),
    );
  } else {
    const since = new Date((row.followed_until ?? current.follows_from).getTime() - OVERLAP_MS);
    for await (const { object, sourceId } of api.readChanges(since))
      hints.push({ object, source_id: sourceId });
  }
  return takeHints(takingOf(run, api, row, null), run, hints);
}

/** How a run takes records in: as long as it is under way and stands where it was left, with its counts and its next place. */
function takingOf(
  { db, events, payload: { companyId, provider, runId } }: Run,
  api: ProviderApi,
  row: IntegrationRow,
  places: { from: RunPlace | null; to: RunPlace } | null,
): Omit<TakeIn, "records" | "now"> {
  let before: Record<string, ObjectCounts> = {};
  return {
    db,
    events,
    api,
    row,
    runId,
    async isWanted(tx) {
      const locked = await findRun(tx, companyId, runId, { lock: true });
      if (locked?.status !== "running") return false;
      if (places !== null && !isSamePlace(locked.place, places.from)) return false;
      before = locked.counts;
      return true;
    },
    async written(tx, counts) {
      const moved = { counts: added(before, counts), ...(places !== null && { place: places.to }) };
      await updateRun(tx, { company_id: companyId, id: runId }, moved);
      await tellChange(tx, companyId, provider);
    },
  };
}

const isSamePlace = (a: RunPlace | null, b: RunPlace | null): boolean =>
  a?.object === b?.object && a?.page === b?.page;

function added(
  a: Readonly<Record<string, ObjectCounts>>,
  b: Readonly<Record<string, ObjectCounts>>,
): Record<string, ObjectCounts> {
  const sum = { ...a };
  for (const [object, { read, saved, failed }] of Object.entries(b)) {
    const was = sum[object] ?? { read: 0, saved: 0, failed: 0 };
    sum[object] = { read: was.read + read, saved: was.saved + saved, failed: was.failed + failed };
  }
  return sum;
}
