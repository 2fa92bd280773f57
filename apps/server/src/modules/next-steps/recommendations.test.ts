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

  it.each([
    ["Zahlungsart", "automatic_payment"],
    ["Vertragslaufzeit", "longer_term"],
    ["Anzahl überfälliger Rechnungen", "payment_link"],
    ["offene_anfragen", "escalate_ticket"],
    ["LetzteAnmeldung", "success_call"],
    ["Monatspreis", "price_review"],
    ["moyen_de_paiement", "automatic_payment"],
    ["Type de contrat", "longer_term"],
    ["Retard de paiement", "payment_link"],
    ["reclamations_90j", "escalate_ticket"],
    ["nb_connexions", "success_call"],
    ["Prix mensuel", "price_review"],
    ["Método de pago", "automatic_payment"],
    ["tipo_contrato", "longer_term"],
    ["pagos_atrasados", "payment_link"],
    ["incidencias_abiertas", "escalate_ticket"],
    ["Inicios de sesión", "success_call"],
    ["cuota_mensual", "price_review"],
  ])("answer a column called %s by %s", (column, code) => {
    expect(recommend([factor(column, 5)]).map((step) => step.code)).toEqual([code]);
  });
});
