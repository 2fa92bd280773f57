import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useDebounced } from "@/hooks/use-debounced.ts";
import type { PlanChoice } from "../api/plan-queries.ts";

export interface Choice {
  contacts: number;
  orderBy: NonNullable<PlanChoice["orderBy"]>;
  /** Of a hundred leavers that are contacted, those that stay: the viewer's assumption. */
  keepPercent: number;
}

/** The API plans for no more. */
export const MOST_CONTACTS = 100_000;
const settleMs = 150;

/** What the URL says, with what a plan starts from: 50 customers, most money first, and one leaver in five kept. */
export function readChoice(params: URLSearchParams, customers: number): Choice {
  const number = (name: string, fallback: number, max: number, min: number) => {
    const text = params.get(name);
    const value = text === null || text === "" ? Number.NaN : Math.round(Number(text));
    return Math.max(min, Math.min(max, Number.isFinite(value) ? value : fallback));
  };
  return {
    contacts: number("contacts", 50, Math.max(1, Math.min(customers, MOST_CONTACTS)), 1),
    orderBy: params.get("order") === "chance" ? "churnRiskScore" : "valueAtRisk",
    keepPercent: number("keep", 20, 100, 0),
  };
}

/** The choice as it is being made, the one that has settled, and the way to change it; kept in the URL once settled. */
export function usePlanChoice(customers: number) {
  const [params, setParams] = useSearchParams();
  const [choice, setChoice] = useState(() => readChoice(params, customers));
  const settled = useDebounced(choice, settleMs);
  useEffect(() => {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.set("contacts", String(settled.contacts));
        next.set("order", settled.orderBy === "churnRiskScore" ? "chance" : "value");
        next.set("keep", String(settled.keepPercent));
        return next;
      },
      // Every step of a slider is no page of its own.
      { replace: true, preventScrollReset: true },
    );
  }, [settled, setParams]);
  return { choice, settled, change: (patch: Partial<Choice>) => setChoice((now) => ({ ...now, ...patch })) };
}
