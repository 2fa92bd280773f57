import type { Answer, PeerRequest, Routes } from "../kit/index.ts";
import type { Job } from "./bulk-jobs.ts";
import type { Org } from "./org.ts";
import { salesforceError } from "./salesforce-errors.ts";
import { runQuery } from "./soql.ts";

const RESULTS_KEPT_MS = 7 * 86_400_000;

/** Query jobs of Bulk API 2.0: made, asked how they stand, and read as CSV by locator. */
export function bulkRoutes(org: Org, root: string): Routes {
  const { bulk } = org;
  const found = (request: PeerRequest): [string, Job] => {
    const id = request.params["id"] ?? "";
    const job = bulk.jobs.get(id);
    if (!job || job.at + RESULTS_KEPT_MS <= org.clock.now())
      throw salesforceError(404, "NOT_FOUND", "The requested resource does not exist");
    return [id, job];
  };
  const view = (id: string, state: string) => ({
    id,
    operation: "query",
    object: "Contact",
    state,
    concurrencyMode: "Parallel",
    contentType: "CSV",
    apiVersion: 64,
    jobType: "V2Query",
    lineEnding: "LF",
    columnDelimiter: "COMMA",
  });
  const stateOf = (job: Job): string => {
    if (job.waits > 0) return "InProgress";
    return job.rows === null ? bulk.endsAs : "JobComplete";
  };
  return {
    [`POST ${root}/jobs/query`]: (request): Answer => {
      if (bulk.isOff)
        throw salesforceError(
          403,
          "FUNCTIONALITY_NOT_ENABLED",
          "Bulk API is not enabled for your organization",
        );
      const { operation, query = "" } = (request.json ?? {}) as { operation?: string; query?: string };
      if (operation !== "query" && operation !== "queryAll")
        throw salesforceError(400, "INVALIDJOB", "The operation is missing.");
      if (/COUNT\(|GROUP BY|OFFSET/i.test(query))
        throw salesforceError(400, "API_ERROR", "Aggregate queries are not supported in Bulk Query");
      const withDeleted = operation === "queryAll";
      // A query that cannot be run is refused when the job is made.
      runQuery(org, query, withDeleted);
      const id = `750${String(bulk.jobs.size + 1).padStart(12, "0")}AAA`;
      bulk.jobs.set(id, { query, withDeleted, waits: bulk.waits, rows: null, at: org.clock.now() });
      return { status: 200, body: view(id, "UploadComplete") };
    },
    [`GET ${root}/jobs/query/:id`]: (request) => {
      const [id, job] = found(request);
      const state = stateOf(job);
      if (job.waits > 0) job.waits--;
      else if (state === "JobComplete") job.rows ??= runQuery(org, job.query, job.withDeleted).rows;
      return { status: 200, body: view(id, state) };
    },
    [`GET ${root}/jobs/query/:id/results`]: (request) => {
      const [, job] = found(request);
      if (job.rows === null) throw salesforceError(400, "API_ERROR", "The job is not complete.");
      if (!(request.headers["accept"] ?? "").includes("text/csv"))
        throw salesforceError(406, "NOT_ACCEPTABLE", "Results are text/csv.");
      const [from, count] = [locatorOf(request), Number(request.query.get("maxRecords") ?? 50_000)];
      if (!Number.isInteger(from) || !Number.isInteger(count) || count < 1 || from > job.rows.length)
        throw salesforceError(400, "INVALID_LOCATOR", "The locator is invalid.");
      const rows = job.rows.slice(from, from + count);
      const next =
        from + count < job.rows.length ? Buffer.from(String(from + count)).toString("base64url") : "null";
      return {
        status: 200,
        headers: {
          "content-type": "text/csv",
          "sforce-locator": next,
          "sforce-numberofrecords": String(rows.length),
        },
        body: csvOf(rows),
      };
    },
  };
}

function locatorOf(request: PeerRequest): number {
  const locator = request.query.get("locator");
  return locator === null ? 0 : Number(Buffer.from(locator, "base64url").toString("utf8") || "none");
}

/** Every value in quotes, nothing as an empty text. */
function csvOf(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== "attributes");
  const cell = (value: unknown) =>
    value === null || value === undefined ? "" : `"${String(value).replaceAll('"', '""')}"`;
  const line = (values: readonly unknown[]) => `${values.map(cell).join(",")}\n`;
  return (
    line(names) +
    rows.map((one) => line(names.map((name) => (one as Record<string, unknown>)[name]))).join("")
  );
}
