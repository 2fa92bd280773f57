import { describe, expect, it } from "vitest";
import { recommend } from "./recommendations.ts";

describe("next steps", () => {
  const factor = (feature: string, value: number, evidence = "1") => ({
    feature,
    label: feature,
    evidence,
    points: value,
  });

  it("answer the factors that raise the score, strongest first, three at most, each once", () => {
    const steps = recommend([
      factor("failed_payments_30d", 19),
      factor("logins_30d", 26),
      factor("payment_status", 9, "Failed"),
      factor("open_tickets", 4),
      factor("active_seats_30d", 3),
      factor("tenure_days", -8),
    ]);
    expect(steps.map((step) => [step.code, step.feature])).toEqual([
      ["success_call", "logins_30d"],
      ["payment_link", "failed_payments_30d"],
      ["escalate_ticket", "open_tickets"],
    ]);
    expect(steps.every((step) => step.measuredEffect === null)).toBe(true);
  });

  it("answer a status by what it is", () => {
    expect(recommend([factor("subscription_status", 5, "Past Due")])[0]?.code).toBe("payment_link");
    expect(recommend([factor("subscription_status", 5, "Paused")])[0]?.code).toBe("restart_offer");
    expect(recommend([factor("subscription_status", 5, "Active")])).toEqual([]);
  });

  it("are not invented for a factor nobody can answer, nor for a small one", () => {
    expect(recommend([factor("country", 12), factor("logins_30d", 0.9), factor("other", 5)])).toEqual([]);
  });
});
