import { setTimeout as delay } from "node:timers/promises";
import { MINUTE_MS } from "@forestay/contracts";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { ProviderError } from "../../provider-error.ts";
import type { AskJson, AskRaw } from "../ask-json.ts";
import { row, type Row } from "./row.ts";

/** From so many records on a job is cheaper than pages: each of those is a call of the organization's day. */
export const BULK_FROM = 50_000;
const ROWS_A_PAGE = 2000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** So long one worker waits for a job; it stays with Salesforce, and whoever comes next goes on waiting for it. */
const WAITS_WITHIN_MS = 10 * MINUTE_MS;
/** Begins places in a job's results. */
const BULK = "bulk:";

const job = z.object({ id: z.string(), state: z.string() });
const table = z.array(z.array(z.string()));

/** A page of a job's results, and the next place; null: the job, or what it found, is not there (any more). */
export type BulkPage = { rows: Row[]; next: string | null } | null;

/** Kinds of fields whose values are no texts: everything in a result is written as one. */
export type BulkKinds = ReadonlyMap<string, "boolean" | "number">;

export const isBulkPlace = (place: string | null): place is string => place?.startsWith(BULK) === true;

/** Query jobs of Bulk API 2.0: begun, waited for, and read page by page, where a page is found again by its place. */
export function salesforceBulk(
  ask: AskJson,
  raw: AskRaw,
  { signal, now }: { signal?: AbortSignal | undefined; now: () => Date },
) {
  /** Whether a job came to a good end. Throws ProviderError `passing` where it takes longer than anybody waits at a time. */
  async function isComplete(path: string): Promise<boolean> {
    const untilMs = now().getTime() + WAITS_WITHIN_MS;
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      const state = (await ask(path, {}, job))?.state;
      if (state === "JobComplete") return true;
      if (state !== "UploadComplete" && state !== "InProgress") return false;
      if (now().getTime() >= untilMs)
        throw new ProviderError("passing", "Salesforce is still at work on what it was asked for.");
      await delay(waitMs, undefined, signal && { signal });
    }
  }

  return {
    /** The place of the first page of a new job; null where the organization takes none. */
    async begin(query: string): Promise<string | null> {
      try {
        const made = await ask("/jobs/query", {}, job, {
          method: "POST",
          body: { operation: "query", query },
        });
        return made === null ? null : `${BULK}${made.id}:`;
      } catch (error) {
        // Not every edition has it, and not everybody may use it: then it is read as smaller ones are.
        const { failure } = error instanceof ProviderError ? error : {};
        if (failure === "forbidden" || failure === "wrong") return null;
        throw error;
      }
    },
    async readPage(place: string, kinds: BulkKinds): Promise<BulkPage> {
      const [id = "", locator = ""] = place.slice(BULK.length).split(":");
      const path = `/jobs/query/${encodeURIComponent(id)}`;
      // Who has read a page of it knows that it is complete: each call is one of the organization's day.
      if (locator === "" && !(await isComplete(path))) return null;
      const query = { maxRecords: String(ROWS_A_PAGE), ...(locator !== "" && { locator }) };
      const answer = await raw(`${path}/results`, query, "text/csv");
      if (answer === null) return null;
      const next = answer.headers.get("sforce-locator") ?? "null";
      return { rows: rowsOf(answer.text, kinds), next: next === "null" ? null : `${BULK}${id}:${next}` };
    },
  };
}

function rowsOf(text: string, kinds: BulkKinds): Row[] {
  let lines: string[][];
  try {
    lines = table.parse(parse(text, { bom: true }));
  } catch {
    throw new ProviderError("wrong", "Salesforce answered in a way that is not understood here.");
  }
  const [names = [], ...records] = lines;
  return records.map((values) =>
    row.parse(
      Object.fromEntries(names.map((name, at) => [name, valueOf(values[at] ?? "", kinds.get(name))])),
    ),
  );
}

/** Nothing is written as an empty text. */
function valueOf(text: string, kind: "boolean" | "number" | undefined): string | number | boolean | null {
  if (text === "") return null;
  if (kind === "boolean") return text === "true";
  return kind === "number" ? Number(text) : text;
}
