import { z } from "zod";
import { analysisCompleted, analysisFailed } from "#modules/analyses/index.ts";
import { later, on } from "#platform/events/domain-events.ts";
import { writeLater } from "./write-later.ts";
import { writeMoves } from "./write-moves.ts";

const ended = { analysisId: z.uuid(), trigger: z.string() };

export const tellAnalysisCompleted = writeLater(
  "webhooks.tell-analysis-completed",
  { ...ended, customersAnalyzed: z.int(), needAttention: z.int() },
  ({ analysisId, trigger, customersAnalyzed, needAttention }, at) => [
    {
      kind: "analysis.completed",
      key: analysisId,
      at,
      data: { analysisId, trigger, customersAnalyzed, customersAtRisk: needAttention },
    },
  ],
);

export const tellAnalysisFailed = writeLater(
  "webhooks.tell-analysis-failed",
  { ...ended, failure: z.string() },
  ({ analysisId, trigger, failure }, at) => [
    { kind: "analysis.failed", key: analysisId, at, data: { analysisId, trigger, failure } },
  ],
);

export const analysisNews = [
  // In the transaction: whose score moved can only be asked before it ends. Sending it is jobs of their own.
  on(analysisCompleted, (tx, { companyId, analysisId, moves }, context) =>
    writeMoves(tx, context, { companyId, analysisId, moves }),
  ),
  later(analysisCompleted, tellAnalysisCompleted),
  later(analysisFailed, tellAnalysisFailed),
];
