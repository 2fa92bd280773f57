import {
  isRelative,
  MOVEMENT_OF_FIELD,
  type Criterion,
  type ParsedField,
} from "@forestay/contracts/vocabulary";
import { compareDays, compareDayWindow, compareFact, orderText } from "./compare.ts";
import type { CustomerFacts, FactsContext, FactValue } from "./customer-facts.ts";

type Movement = CustomerFacts["movements"][number];
/** Fields of when a customer began and stopped to pay, and what it paid changed. */
type PaidField = Extract<
  ParsedField["of"],
  | "firstPaidOn"
  | "daysSinceFirstPaid"
  | "firstPlan"
  | "isPaying"
  | "stoppedPayingOn"
  | "lastExpandedOn"
  | "lastContractedOn"
  | "lastCameBackOn"
  | "leavingReason"
  | "leavingWords"
>;

/** Whether a criterion on when a customer began and stopped to pay is met; of who never paid nothing is known. */
export function paidIsMet(
  of: PaidField,
  criterion: Criterion,
  movements: readonly Movement[],
  { now, days }: Pick<FactsContext, "now" | "days">,
): boolean {
  const told = movements.filter(({ at }) => at <= now);
  const first = told
    .filter(({ plan }) => plan === "")
    .reduce<Movement | null>((best, one) => (best === null || one.at < best.at ? one : best), null);
  if (of === "daysSinceFirstPaid") return compareDays(first?.at ?? null, criterion, now, "since");
  if (isRelative(criterion.operator)) {
    const day = factOf(of, told, first);
    return compareDayWindow(day === null ? null : String(day), criterion, days);
  }
  return compareFact(factOf(of, told, first), criterion, {
    equal: (fact, value) =>
      typeof fact === "boolean" ? fact === (value === true || value === "true") : fact === String(value),
    order: (fact, value) => orderText(String(fact), String(value)),
  });
}

function factOf(
  of: Exclude<PaidField, "daysSinceFirstPaid">,
  told: readonly Movement[],
  first: Movement | null,
): FactValue {
  if (of === "firstPaidOn") return first?.day ?? null;
  if (of === "firstPlan") return first === null ? null : firstPlan(told, first.at);
  if (of === "isPaying") return standings(told).length === 0 ? null : isPaid(told);
  if (of === "lastExpandedOn" || of === "lastContractedOn" || of === "lastCameBackOn") {
    const days = told.filter(({ plan, kind }) => plan === "" && kind === MOVEMENT_OF_FIELD[of]);
    return (
      days
        .map(({ day }) => day)
        .toSorted(orderText)
        .at(-1) ?? null
    );
  }
  const last = endOf(told);
  if (last === null) return null;
  if (of === "stoppedPayingOn") return last.day;
  return of === "leavingReason" ? (last.reason ?? "unknown") : last.words;
}

/** What stands of all that is paid, by currency. */
const standings = (told: readonly Movement[]): Movement[] =>
  [...Map.groupBy(told, ({ plan, currency }) => `${plan}|${currency}`).values()]
    .map((rows) => rows.reduce((last, one) => (one.at > last.at ? one : last)))
    .filter(({ plan }) => plan === "");
const isPaid = (told: readonly Movement[]) => standings(told).some(({ afterMinor }) => afterMinor > 0);

/** The end of who pays nothing any more: who paid in several currencies left with the last of them. */
function endOf(told: readonly Movement[]): Movement | null {
  const stands = standings(told);
  if (stands.length === 0 || isPaid(told)) return null;
  return stands.toSorted((a, b) => b.at - a.at || orderText(a.currency, b.currency))[0]!;
}

/** The plan that most was paid for at first; of two that are equal, the first by name. */
function firstPlan(told: readonly Movement[], at: number): string | null {
  const plans = told.filter((one) => one.plan !== "" && one.at === at && one.afterMinor > 0);
  const [main] = plans.toSorted(
    (a, b) => orderText(a.currency, b.currency) || b.afterMinor - a.afterMinor || orderText(a.plan, b.plan),
  );
  return main?.plan ?? null;
}
