import { CaseStage, caseStageLabel, type CaseStageValue, type WebhookData } from "@forestay/contracts";
import { z } from "zod";
import { readExternalIds } from "#modules/customers/index.ts";
import { caseMoved } from "#modules/work/index.ts";
import { later } from "#platform/events/domain-events.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { Message } from "../messages/write-messages.ts";
import { writeLater } from "./write-later.ts";

const moved = {
  caseId: z.uuid(),
  customerId: z.uuid(),
  from: z.int().nullable(),
  to: z.int(),
  reason: z.string(),
  version: z.int(),
  at: z.iso.datetime(),
};

export const tellCaseMoved = writeLater("webhooks.tell-case-moved", moved, messagesOf);

export const caseNews = [later(caseMoved, tellCaseMoved)];

type Stage = WebhookData["risk_case.opened"]["stage"];
const stageOf = (stage: number) => caseStageLabel(stage as CaseStageValue) as Stage;

async function* messagesOf(
  { companyId, ...news }: z.output<z.ZodObject<typeof moved>> & { companyId: string },
  _now: Date,
  tx: Tx,
): AsyncGenerator<Message[]> {
  const { caseId, customerId, from, to, reason, version } = news;
  const known = await readExternalIds(tx, companyId, [customerId]);
  // Erased meanwhile: that was told.
  if (!known.has(customerId)) return;
  const common = { caseId, customer: { id: customerId, externalId: known.get(customerId) ?? null }, reason };
  const one = { key: `${caseId}:${version}`, at: new Date(news.at) };
  const stage = stageOf(to);
  if (from === null) yield [{ ...one, kind: "risk_case.opened", data: { ...common, stage } }];
  else if (to === CaseStage.Recovered || to === CaseStage.Lost) {
    const outcome = to === CaseStage.Lost ? "lost" : "recovered";
    yield [{ ...one, kind: "risk_case.closed", data: { ...common, outcome } }];
  } else
    yield [{ ...one, kind: "risk_case.moved", data: { ...common, previousStage: stageOf(from), stage } }];
}
