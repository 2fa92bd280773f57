import type { ContactPlan } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";

/** Whom first: what a customer takes along, or the chance alone. Of the results as `r`. */
export const planOrder = (orderBy: ContactPlan["orderedBy"]): RawBuilder<unknown> =>
  orderBy === "valueAtRisk"
    ? sql`r.value_at_risk_cents desc nulls last, r.probability desc, r.customer_id`
    : sql`r.probability desc, r.customer_id`;
