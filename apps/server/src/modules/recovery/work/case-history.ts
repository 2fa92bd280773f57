import {
  declineReasons,
  recoveryCredits,
  recoveryStatuses,
  type RecoveryCaseDetail,
  type RecoveryCreditName,
  type RecoveryHistoryEntry,
  type RecoveryHistoryKind,
  type RecoveryStatusName,
} from "@forestay/contracts";
import { classifyDecline } from "@forestay/metrics";
import { messagesOfSource, type MessageOfSource } from "#modules/customer-mail/index.ts";
import { failedBillStories } from "#modules/ledger/index.ts";
import { withTenantClient, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { toCases, type CaseRow } from "../case-rows.ts";
import { moneyWords } from "./message-content.ts";
import { SAME_TRY_MS } from "./plan-case.ts";
import { readSituations, readWork } from "./read-situations.ts";
import { whyNot } from "./try-payment.ts";
import { tryWords } from "./try-words.ts";

/** One case with all that is known of it, from the ledger and from here. Throws `not_found`. */
export async function readCase(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  companyId: string,
  id: string,
): Promise<RecoveryCaseDetail> {
  const now = clock.now();
  return withTenantClient(db, companyId, async ({ tx, client }) => {
    const row = await tx
      .selectFrom("recovery_cases")
      .selectAll()
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined)
      throw new AppError("not_found", { message: "This failed payment does not exist." });
    const work = await readWork(tx, companyId);
    const { known } = (await readSituations({ tx, client }, companyId, [row], { work, now })).get(id)!;
    const own = await readOwn(tx, companyId, row);
    const refusal = whyNot({ row, work, known, hasOpen: own.some(({ state }) => state === "asked") });
    const [story] = (await failedBillStories(client, companyId, [row.customer_id])).filter(
      ({ source, sourceId }) => source === row.source && sourceId === row.invoice_source_id,
    );
    const [one] = await toCases(tx, companyId, [row], now);
    const history = [
      ...toldTries(story?.tries ?? [], row, own),
      ...ownTries(own),
      ...(await deeds(tx, companyId, row)),
      ...endings(row),
    ];
    return {
      case: one!,
      retry: { isPossible: refusal === null, why: refusal },
      history: history.toSorted(inOrder),
    };
  });
}

/** Providers tell payments by the second: what ended with one comes after the try that it was. */
function inOrder(a: RecoveryHistoryEntry, b: RecoveryHistoryEntry): number {
  const second = ({ at }: RecoveryHistoryEntry) => Math.floor(Date.parse(at) / 1000);
  return second(a) - second(b) || Number(a.kind === "ended") - Number(b.kind === "ended");
}

const entry = (
  kind: RecoveryHistoryKind,
  at: Date | number,
  text: string,
  more: { detail?: string; by?: string | null } = {},
): RecoveryHistoryEntry => ({
  kind,
  at: new Date(at).toISOString(),
  text,
  detail: more.detail ?? "",
  by: more.by ?? null,
});

type OwnTry = Awaited<ReturnType<typeof readOwn>>[number];

const readOwn = (tx: Tx, companyId: string, row: CaseRow) =>
  tx
    .selectFrom("recovery_tries")
    .select(["n", "state", "asked_at", "asked_again_at", "code", "asked_by"])
    .where("company_id", "=", companyId)
    .where("source", "=", row.source)
    .where("invoice_source_id", "=", row.invoice_source_id)
    .orderBy("n")
    .execute();

/** Tries that the ledger tells of, without those that are ours: these are told once, by us. */
function toldTries(
  tries: readonly { atMs: number; succeeded: boolean; declineCode: string | null }[],
  row: CaseRow,
  own: readonly OwnTry[],
): RecoveryHistoryEntry[] {
  const firstMs = row.first_failed_at.getTime();
  // Each of ours is told of once, by the last that fits: whatever else was tried between two of its calls was somebody else's.
  const ours = new Set<(typeof tries)[number]>();
  for (const one of own.toReversed()) {
    const told = tries.findLast((other) => !ours.has(other) && isToldOf(one, other));
    if (told !== undefined) ours.add(told);
  }
  return tries
    .filter(({ atMs }) => atMs >= firstMs)
    .filter((told) => !ours.has(told))
    .map(({ atMs, succeeded, declineCode }, index) => {
      const reason = declineReasons[classifyDecline(declineCode).reason];
      if (succeeded) return entry("try", atMs, "Paid", { detail: "Told by the source of the bill" });
      return entry(index === 0 ? "failed" : "try", atMs, reason, { detail: declineCode ?? "" });
    });
}

/** Whether what the ledger tells is this try of ours: at a time at which it was asked for, and as it ended. */
function isToldOf(
  { state, asked_at: askedAt, asked_again_at: againAt }: OwnTry,
  { atMs, succeeded }: { atMs: number; succeeded: boolean },
): boolean {
  if (state === "not_tried" || (state !== "asked" && succeeded !== (state === "paid"))) return false;
  const lastMs = (againAt ?? askedAt).getTime();
  return atMs >= askedAt.getTime() - SAME_TRY_MS && atMs <= lastMs + SAME_TRY_MS;
}

function ownTries(own: readonly OwnTry[]): RecoveryHistoryEntry[] {
  return own
    .filter(
      // What was refused again and again for the same reason is told once.
      (one, index) => !(one.state === "not_tried" && own[index - 1]?.code === one.code),
    )
    .map((one) =>
      entry("own_try", one.asked_at, tryWords(one), {
        detail: one.state === "declined" ? (one.code ?? "") : "",
        by: one.asked_by,
      }),
    );
}

const titles: Partial<Record<RecoveryHistoryKind, string>> = {
  paused: "Paused",
  resumed: "Went on",
  marked_paid: "Marked as paid",
  written_off: "Written off",
  unmarked: "Opened again",
  link_made: "Made a payment link",
};

async function deeds(tx: Tx, companyId: string, row: CaseRow): Promise<RecoveryHistoryEntry[]> {
  const rows = await tx
    .selectFrom("recovery_deeds")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("case_id", "=", row.id)
    .orderBy("at")
    .execute();
  const messages = await messagesOfSource(tx, companyId, { kind: "recovery", id: row.id });
  const byDay = new Map(
    messages.map((message) => [message.uniqueKey.split(":").slice(2).join(":"), message]),
  );
  const byHand = messages.filter(({ uniqueKey }) => uniqueKey.includes(":by-hand:"));
  return rows.map((deed) => {
    const kind = deed.kind as RecoveryHistoryKind;
    if (kind !== "message" && kind !== "link_sent")
      return entry(kind, deed.at, titles[kind] ?? kind, { detail: deed.note, by: deed.done_by });
    const message = kind === "message" ? byDay.get(String(deed.day)) : byHand.shift();
    return entry(kind, deed.at, deed.subject ?? "", {
      detail: message === undefined ? "" : messageWords(message),
      by: deed.done_by,
    });
  });
}

const statuses: Record<MessageOfSource["status"], string> = {
  waiting: "Waits to be sent",
  sending: "On its way",
  sent: "Sent",
  kept: "Kept in the outbox: mail is not leaving this server",
  unknown: "May have arrived: the server stopped while it was sent",
  failed: "Refused",
  suppressed: "Not sent: the address is not written to",
  cancelled: "Taken back",
  expired: "Not sent in time",
};

const messageWords = ({ status, address, reason, openedAt, clickedAt }: MessageOfSource): string =>
  [
    `${statuses[status]} · ${address}`,
    status === "failed" || status === "waiting" || status === "cancelled" ? (reason ?? "") : "",
    openedAt === null ? "" : "opened",
    clickedAt === null ? "" : "clicked",
  ]
    .filter((text) => text !== "")
    .join(" · ");

function endings(row: CaseRow): RecoveryHistoryEntry[] {
  const found: RecoveryHistoryEntry[] = [];
  if (row.link_opened_at !== null)
    found.push(entry("link_opened", row.link_opened_at, "The payment link was opened"));
  if (row.closed_at !== null && row.marked_as === null)
    found.push(
      entry("ended", row.closed_at, recoveryStatuses[row.status as RecoveryStatusName], {
        detail:
          row.recovered_minor > 0
            ? `${moneyWords(row.recovered_minor, row.currency)} came in${row.credit === null ? "" : `, ${recoveryCredits[row.credit as RecoveryCreditName].toLowerCase()}`}`
            : "",
      }),
    );
  return found;
}
