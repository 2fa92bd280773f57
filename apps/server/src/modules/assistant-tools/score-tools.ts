import { recommendationSchema, scoreFactorSchema } from "@forestay/contracts";
import { z } from "zod";
import { scoringSource } from "#modules/analyses/index.ts";
import { getCustomer } from "#modules/customers/index.ts";
import { explainScore } from "#modules/what-if/index.ts";
import { AppError } from "#platform/http/app-error.ts";
import { requireCustomerId, whichCustomer } from "./customer-tools.ts";
import { defineTool } from "./tool.ts";

export const scoreTools = [
  defineTool({
    name: "explain_score",
    title: "Explain a score",
    description:
      "Why a customer's churn risk score is what it is. `factors` are percentage points on the chance of the average customer (`baseRate`, 0 to 1); together they give `probability`. `recommendations` are next steps with their measured effect, or null where none was measured. A factor goes with leaving; it is no proof of a cause.",
    group: "scores",
    policy: "analytics:read",
    readOnly: true,
    input: z.object(whichCustomer),
    output: z.object({
      customerId: z.uuid(),
      score: z.number(),
      probability: z.number(),
      baseRate: z.number(),
      modelVersion: z.string(),
      factors: z.array(scoreFactorSchema.omit({ feature: true })),
      recommendations: z.array(recommendationSchema.omit({ feature: true })),
      asOf: z.string(),
    }),
    async run(context, { companyId }, which) {
      const { db, clock } = context;
      const customerId = await requireCustomerId({ db }, companyId, which);
      const customer = await getCustomer(db, scoringSource, companyId, customerId, clock.now());
      const { score, churnRiskScore } = customer;
      if (score === null || churnRiskScore === null) {
        const why = customer.notScoredReason ?? "no analysis has scored it";
        throw new AppError("invalid_state", { message: `This customer has no score to explain: ${why}.` });
      }
      if (score.factors.length > 0) {
        const asOf = `Of the score given at ${score.scoredAt}.`;
        return { ...score, customerId, score: churnRiskScore, asOf };
      }
      // Of a large run factors are kept of some customers only; the screen works the others out when it is opened.
      const explained = await explainScore(context, companyId, customerId);
      return { ...explained, customerId, asOf: explained.words };
    },
  }),
];
