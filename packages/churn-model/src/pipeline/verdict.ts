import { priorLogLoss } from "../metrics/log-loss.ts";
import { countInWords, inThousands } from "../count-in-words.ts";
import type { TrainingReport } from "../report.ts";

/** A model on fewer customers, or fewer of the rarer class, is provisional: its measured quality is itself noisy. */
export const PROVISIONAL_BELOW_CUSTOMERS = 1000;
export const PROVISIONAL_BELOW_OUTCOMES = 50;
const LOWEST_AUC = 0.55;
const WEAK_AUC = 0.65;

/** Decides how far a model may be believed, from its held-out metrics, with the reasons in words. */
export function judgeModel(
  labels: Uint8Array,
  metrics: TrainingReport["metrics"],
  { customers, rarer }: { customers: number; rarer: number },
): Pick<TrainingReport, "verdict" | "verdictReasons"> {
  const { rocAuc, logLoss } = metrics;
  const prior = priorLogLoss(labels);
  const reasons: string[] = [];
  if (logLoss.estimate >= prior)
    reasons.push(
      `On customers it had not seen it predicts no better than the base rate (log loss ${logLoss.estimate.toFixed(4)} against ${prior.toFixed(4)}).`,
    );
  if (rocAuc.lower < LOWEST_AUC)
    reasons.push(`Its AUC may be as low as ${rocAuc.lower.toFixed(2)}; chance is 0.50.`);
  if (reasons.length > 0) return { verdict: "not_reliable", verdictReasons: reasons };
  if (customers < PROVISIONAL_BELOW_CUSTOMERS || rarer < PROVISIONAL_BELOW_OUTCOMES)
    return {
      verdict: "provisional",
      verdictReasons: [
        `Learned from ${countInWords(customers, "customer")}, ${inThousands(rarer)} of the rarer outcome: the measured quality is uncertain.`,
      ],
    };
  if (rocAuc.estimate < WEAK_AUC)
    return {
      verdict: "weak",
      verdictReasons: [`Its AUC is ${rocAuc.estimate.toFixed(2)}: a signal, but a faint one.`],
    };
  const better = (1 - logLoss.estimate / prior) * 100;
  return {
    verdict: "good",
    verdictReasons: [`Log loss ${better.toFixed(0)}% below the base rate's on customers it had not seen.`],
  };
}
