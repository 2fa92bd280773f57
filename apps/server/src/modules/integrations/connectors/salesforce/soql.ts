import { z } from "zod";
import type { OutboundAnswer } from "#platform/outbound/outbound-answer.ts";
import type { ApiOptions } from "../../connector.ts";
import { usedUpPauseMs } from "../../next-sync.ts";
import { ProviderError } from "../../provider-error.ts";
import { askSystem, type AskJson, type AskRaw } from "../ask-json.ts";

const VERSION = "v64.0";
/** Of a day's calls, which the company's own systems share. */
const MOST_OF_THE_DAY = 0.8;

const problems = z.array(z.object({ errorCode: z.string().optional(), message: z.string().optional() }));

/** Rows of a query, all its pages. Throws ProviderError. */
export type AskSoql = <T>(
  query: string,
  shape: z.ZodType<T>,
  options?: { withDeleted?: boolean },
) => Promise<T[]>;

/** Asks one organization: by SOQL, and what is beside it below the version's path. */
export function askSalesforce(options: ApiOptions): { soql: AskSoql; ask: AskJson; raw: AskRaw } {
  const root = `/services/data/${VERSION}`;
  const { json: ask, raw } = askSystem(options, {
    name: "Salesforce",
    key: "salesforce",
    pace: { perSecond: 5, burst: 10 },
    failed: (answer) => failed(answer, options.paceKey),
    look: (answer) => keepRest(answer, options.paceKey),
  });
  return {
    ask: (path, query, shape, sent) => ask(root + path, query, shape, sent),
    raw: (path, query, accept) => raw(root + path, query, accept),
    async soql(query, shape, { withDeleted = false } = {}) {
      const page = z.object({ records: z.array(shape), nextRecordsUrl: z.string().optional() });
      const rows: z.output<typeof shape>[] = [];
      let answer = await ask(`${root}/${withDeleted ? "queryAll" : "query"}`, { q: query }, page);
      for (;;) {
        rows.push(...(answer?.records ?? []));
        const next = answer?.nextRecordsUrl;
        if (next === undefined || !next.startsWith(`${root}/query`)) return rows;
        answer = await ask(next, {}, page);
      }
    },
  };
}

/** A text in a query; whatever is put in cannot end it. */
export const textIn = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
export const idList = (ids: readonly string[]): string => ids.map(textIn).join(", ");
/** A moment in a query, to the millisecond. */
export const timeOf = (at: Date): string => at.toISOString();

async function failed(answer: OutboundAnswer, account: string): Promise<ProviderError | null> {
  const { status, retryAfterMs } = answer;
  const said = problems.safeParse(await answer.json().catch(() => [])).data ?? [];
  const code = said[0]?.errorCode ?? String(status);
  if (status === 401 || code === "INVALID_SESSION_ID")
    return new ProviderError("expired", "Salesforce ended our access. Connect it again to go on.");
  if (code === "REQUEST_LIMIT_EXCEEDED")
    return new ProviderError(
      "passing",
      "Salesforce allows this organization no more calls today. It goes on once there are some again.",
      usedUpPauseMs(account),
    );
  if (status === 404) return null;
  if (["INVALID_TYPE", "INVALID_FIELD", "INSUFFICIENT_ACCESS"].includes(code) || status === 403)
    return new ProviderError(
      "forbidden",
      "Salesforce does not let us read all that is needed. The person who connects it needs read on contacts, accounts and opportunities.",
    );
  if (status === 429 || status === 420 || status >= 500)
    return new ProviderError("passing", "Salesforce does not answer.", retryAfterMs);
  return new ProviderError("wrong", `Salesforce refused a call (${code.slice(0, 60)}).`);
}

/** `api-usage=18/5000`: the rest of the day is left to the company's own systems. */
function keepRest(answer: OutboundAnswer, account: string): void {
  const [, used, most] = /api-usage=(\d+)\/(\d+)/.exec(answer.headers.get("sforce-limit-info") ?? "") ?? [];
  if (used === undefined || most === undefined || Number(used) < Number(most) * MOST_OF_THE_DAY) return;
  throw new ProviderError(
    "passing",
    "This organization has used four fifths of the calls that Salesforce allows it in a day. It goes on once there are some again.",
    usedUpPauseMs(account),
  );
}
