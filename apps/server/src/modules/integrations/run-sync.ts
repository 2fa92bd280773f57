import { integrationProviders } from "@forestay/contracts/vocabulary";
import { z } from "zod";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
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
import { markHandled, readWaiting } from "./inbox.ts";
import { openStored } from "./providers.ts";
import { ProviderError } from "./provider-error.ts";
import { readFailures } from "./failures.ts";
import { refreshRows } from "./refresh-rows.ts";
import { takeIn } from "./take-in.ts";

const payload = z.object({
  companyId: z.uuid(),
  provider: z.enum(integrationProviders),
  runId: z.uuid(),
  /** Of a retry: which failed records; null: all. */
  failureIds: z.array(z.uuid()).nullable().default(null),
});
type Run = JobRun<z.output<typeof payload>>;

/** Records that are written together: each page there is 100. */
const RECORDS_PER_WRITE = 1000;
/** Records that are read one by one are written so often. */
const HINTS_PER_WRITE = 50;
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
  retryDelaySeconds: 10,
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
    const read = found.current.kind === "first" ? readAll : readHints;
    // Stopped, or another worker is past this one: what was written stays, and others end the run.
    const isRead = await read(run, api, found.row, found.current);
    await refreshRows(run, companyId);
    if (isRead) await endRun(run, run.payload);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Passing by itself: the same place again, later.
    if (error.failure === "passing" && !run.isLastAttempt) throw error;
    await failRun(run, run.payload, {
      isFinal: error.failure !== "passing",
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
  const from = current.place?.object ?? objects[0];
  let place: RunPlace | null = current.place;
  for (const object of objects.slice(Math.max(0, objects.indexOf(from ?? "")))) {
    let coming = quiet(readBatch(api, object, place?.object === object ? place.page : null));
    for (;;) {
      run.signal.throwIfAborted();
      const { records, next } = await coming;
      // The next is on its way while this one is written.
      if (next !== null) coming = quiet(readBatch(api, object, next));
      const after = next === null ? placeAfter(objects, object) : { object, page: next };
      if (!(await write(run, api, row, records, { from: place, to: after }))) return false;
      place = after;
      if (next === null) break;
    }
  }
  return true;
}

/** A failure is heard where the batch is waited for, which may be after another one. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

const placeAfter = (objects: readonly string[], object: string): RunPlace | null => {
  const next = objects[objects.indexOf(object) + 1];
  return next === undefined ? null : { object: next, page: null };
};

async function readBatch(api: ProviderApi, object: string, from: string | null): Promise<Batch> {
  const records: SourceRecord[] = [];
  let next = from;
  do {
    const page = await api.readPage(object, next);
    records.push(...page.records);
    next = page.next;
  } while (next !== null && records.length < RECORDS_PER_WRITE);
  return { records, next };
}

/** What changed since the last run, what the system told us of, or what failed before: read anew, each once. */
async function readHints(run: Run, api: ProviderApi, row: IntegrationRow, current: RunRow): Promise<boolean> {
  const { companyId, provider, failureIds } = run.payload;
  const wanted = new Map<string, Set<string>>();
  const add = (object: string, id: string) => {
    const ids = wanted.get(object) ?? new Set();
    wanted.set(object, ids.add(id));
  };
  if (current.kind === "retry") {
    const failures = await withTenant(run.db, companyId, (tx) =>
      readFailures(tx, companyId, provider, failureIds),
    );
    for (const { object, source_id: id } of failures) add(object, id);
  } else {
    const since = new Date((row.followed_until ?? current.follows_from).getTime() - OVERLAP_MS);
    for await (const change of api.readChanges(since)) add(change.object, change.sourceId);
  }
  const told = await withTenant(run.db, companyId, (tx) => readWaiting(tx, companyId, provider));
  for (const { object, source_id: id } of told) add(object, id);
  for (const object of includedObjects(row)) {
    const ids = [...(wanted.get(object) ?? [])];
    for (let start = 0; start < ids.length; start += HINTS_PER_WRITE) {
      run.signal.throwIfAborted();
      const some = ids.slice(start, start + HINTS_PER_WRITE);
      const records = await api.readRecords(object, some);
      if (!(await write(run, api, row, records, null))) return false;
    }
  }
  await withTenant(run.db, companyId, (tx) => markHandled(tx, companyId, provider, told, run.clock.now()));
  return true;
}

/** Writes a batch, with the place after it; false when the run was stopped, or another worker is past it. */
async function write(
  run: Run,
  api: ProviderApi,
  row: IntegrationRow,
  records: readonly SourceRecord[],
  places: { from: RunPlace | null; to: RunPlace | null } | null,
): Promise<boolean> {
  const { companyId, provider, runId } = run.payload;
  const stands = { counts: {} as Record<string, ObjectCounts> };
  return takeIn({
    db: run.db,
    api,
    row,
    runId,
    now: run.clock.now(),
    records,
    async isWanted(tx: Tx) {
      const locked = await findRun(tx, companyId, runId, { lock: true });
      if (locked?.status !== "running") return false;
      if (places !== null && !isSamePlace(locked.place, places.from)) return false;
      stands.counts = locked.counts;
      return true;
    },
    async written(tx, counts) {
      const total = added(stands.counts, counts);
      const moved = { counts: total, ...(places !== null && { place: places.to }) };
      await updateRun(tx, { company_id: companyId, id: runId }, moved);
      await tellChange(tx, companyId, provider);
    },
  });
}

const isSamePlace = (a: RunPlace | null, b: RunPlace | null): boolean =>
  a?.object === b?.object && (a?.page ?? null) === (b?.page ?? null);

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
