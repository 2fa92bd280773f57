import type { CustomerDetail, Explanation } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { explanationQuery } from "../api/explanation-query.ts";

type Score = NonNullable<CustomerDetail["score"]>;

/** The factors and next steps behind a score, and of which score they are. */
export interface Reasons extends Pick<Score, "baseRate" | "probability" | "factors" | "recommendations"> {
  /** The whole number they add up to. */
  score: number;
  /** Where they were not kept at scoring: when they were worked out, and of which score they are. */
  note: Pick<Explanation, "isOfShownScore" | "words"> | null;
}

/** Reasons as they were kept at scoring; of the many customers whose were not, asked for when their page is opened. */
export function useReasons(customer: CustomerDetail) {
  const { score } = customer;
  const isKept = score !== null && score.factors.length > 0;
  const asked = useQuery({ ...explanationQuery(customer.id), enabled: score !== null && !isKept });
  const kept: Reasons | null = isKept
    ? { ...score, score: customer.churnRiskScore ?? Math.round(score.probability * 100), note: null }
    : null;
  const found: Reasons | null = asked.data === undefined ? null : { ...asked.data, note: asked.data };
  return { reasons: kept ?? found, asked };
}
