import { describe, expect, it } from "vitest";
import { rocAuc } from "../metrics/roc-auc.ts";
import { createRandom } from "../random.ts";
import type { Column, TrainingSet } from "../table.ts";
import { stratifiedFolds } from "../validation/folds.ts";
import { leakByMeaning } from "./leak-by-meaning.ts";
import { wordsOfName } from "./leaving-words.ts";
import { screenForLeaks } from "./screen-for-leaks.ts";
import { outOfFoldColumnScores } from "./single-column-scores.ts";

const numeric = (name: string, values: Iterable<number>): Column => ({
  name,
  kind: "numeric",
  values: Float64Array.from(values),
});
const categorical = (name: string, values: (string | null)[]): Column => ({
  name,
  kind: "categorical",
  values,
});

const rows = 1200;
const random = createRandom(17);
const risk = Array.from({ length: rows }, () => random.normal());
const labels = Uint8Array.from(risk, (z) => (random.next() < 1 / (1 + Math.exp(1.3 - z)) ? 1 : 0));
const noise = (): number => random.normal();
const setOf = (...columns: Column[]): TrainingSet => ({
  table: { rowIds: risk.map((_, row) => `r${row}`), columns },
  labels,
});

describe("a column alone", () => {
  const foldOf = stratifiedFolds(labels, 5, { seed: 1 });
  const aucOf = (column: Column): number => rocAuc(labels, outOfFoldColumnScores(column, labels, foldOf))!;

  it("gets about what it is worth, in either direction and through a bend", () => {
    const true_ = rocAuc(labels, risk)!;
    expect(aucOf(numeric("risk", risk))).toBeGreaterThan(true_ - 0.04);
    expect(
      aucOf(
        numeric(
          "safety",
          risk.map((z) => -z),
        ),
      ),
    ).toBeGreaterThan(true_ - 0.04);
    const hidden = risk.map((z) => (z > 1 ? -1 : 1) * Math.abs(z - 1));
    expect(aucOf(numeric("bent", hidden))).toBeGreaterThan(true_ - 0.05);
  });

  it("gets nothing for noise or for a name per row, which in-sample trees would believe", () => {
    expect(aucOf(numeric("noise", risk.map(noise)))).toBeLessThan(0.58);
    const names = risk.map((_, row) => `customer ${row}`);
    expect(aucOf(categorical("name", names))).toBeLessThan(0.55);
    expect(
      aucOf(
        numeric(
          "flat",
          risk.map(() => 4),
        ),
      ),
    ).toBeLessThan(0.55);
  });

  it("is told by what is missing", () => {
    const dates = Array.from(labels, (label) => (label === 1 ? 20_000 + noise() : Number.NaN));
    expect(aucOf(numeric("d", dates))).toBe(1);
    const texts = Array.from(labels, (label) => (label === 1 ? null : "x"));
    expect(aucOf(categorical("t", texts))).toBe(1);
  });

  it("does not depend on a monotone change of scale", () => {
    const scores = outOfFoldColumnScores(numeric("risk", risk), labels, foldOf);
    const bent = outOfFoldColumnScores(
      numeric(
        "risk",
        risk.map((z) => Math.exp(z) * 7),
      ),
      labels,
      foldOf,
    );
    expect(bent).toEqual(scores);
  });
});

describe("the leak screen", () => {
  it("warns from .90, excludes from .97 and leaves the honest alone", () => {
    const screen = screenForLeaks(
      setOf(
        numeric(
          "logins",
          risk.map((z) => noise() - z),
        ),
        numeric(
          "strong",
          Array.from(labels, (label) => label * 2.2 + noise()),
        ),
        numeric(
          "told",
          Array.from(labels, (label) => label * 4 + noise()),
        ),
        categorical(
          "told in words",
          Array.from(labels, (label) => (label === 1 ? "gone" : "here")),
        ),
      ),
      { seed: 5 },
    );
    expect(screen.findings.map((finding) => [finding.name, finding.action])).toEqual([
      ["told in words", "excluded"],
      ["told", "excluded"],
      ["strong", "warned"],
    ]);
    expect(screen.findings[1]!.detail).toContain("of 100 pairs");
    expect(screen.findings[1]!.screenAuc).toBeGreaterThan(0.97);
    expect(screen.columns).toHaveLength(4);
  });

  it("takes a flag that nearly is the label for it, and asks about one that is so often", () => {
    const flag = (name: string, right: number): Column =>
      numeric(
        name,
        Array.from(labels, (label) => (random.next() < right ? label : 1 - label)),
      );
    const { findings } = screenForLeaks(
      setOf(flag("four in a hundred wrong", 0.96), flag("one in eight wrong", 0.875), flag("honest", 0.7)),
      { seed: 5 },
    );
    expect(findings.map(({ name, action }) => [name, action])).toEqual([
      ["four in a hundred wrong", "excluded"],
      ["one in eight wrong", "warned"],
    ]);
  });

  it("reports what is kept on request, and works without two of each class", () => {
    const told = numeric(
      "told",
      Array.from(labels, (label) => label * 4 + noise()),
    );
    const [finding] = screenForLeaks(setOf(told), { seed: 5, keep: ["told"] }).findings;
    expect(finding).toMatchObject({ action: "warned", detail: expect.stringContaining("Kept because") });
    const few: TrainingSet = {
      table: {
        rowIds: ["a", "b", "c"],
        columns: [numeric("x", [1, 2, 3]), numeric("churn reason", [1, 2, 3])],
      },
      labels: Uint8Array.of(0, 0, 1),
    };
    const screen = screenForLeaks(few, { seed: 1 });
    expect(screen.columns[0]!.auc).toBeNull();
    expect(screen.findings).toMatchObject([{ name: "churn reason", action: "excluded", screenAuc: null }]);
  });

  it("keeps copies of a customer out of the part it is measured on", () => {
    // Every customer has four equal rows: without groups a value per customer looks like a perfect leak.
    const customer = risk.map((_, row) => Math.floor(row / 8));
    const outcome = Uint8Array.from(customer, (number) => (createRandom(number).next() < 0.5 ? 1 : 0));
    const set = setOf(
      categorical(
        "salt",
        customer.map((number) => `c${number}`),
      ),
    );
    const groups = customer.map(String);
    const alone = screenForLeaks({ ...set, labels: outcome }, { seed: 2 }).columns[0]!.auc!;
    const grouped = screenForLeaks({ ...set, labels: outcome, groups }, { seed: 2 }).columns[0]!.auc!;
    expect(alone).toBeGreaterThan(0.97);
    expect(grouped).toBeLessThan(0.6);
  });
});

describe("meaning", () => {
  const columnNamed = (name: string): Column =>
    numeric(
      name,
      risk.map((_, row) => row % 9),
    );

  it("reads names in any spelling", () => {
    expect(wordsOfName("cancelledAt")).toBe("cancelled at");
    expect(wordsOfName("CANCELLED_AT")).toBe("cancelled at");
    expect(wordsOfName("MRRChurnDate")).toBe("mrr churn date");
  });

  it.each([
    "Churn Reason",
    "cancellation_reason",
    "reasonForLeaving",
    "Churn Category",
    "exit survey",
    "cancelled_at",
    "CancelledDate",
    "churn_date",
    "Date of cancellation",
    "end_date",
    "subscription_end_date",
    "Churn",
    "is_churned",
    "Churn Score",
    "Attrition_Flag",
    "Exited",
    "lapse.reason",
    "surrender",
    "exit_nps",
    "Kündigungsgrund",
    "Kuendigungsdatum",
    "gekündigt_am",
    "Grund der Abwanderung",
    "Enddatum",
    "Kündigung",
    "Abwanderungsrisiko",
    "Motif de résiliation",
    "date_resiliation",
    "Date de fin",
    "Résilié",
    "Motivo de la baja",
    "Fecha de cancelación",
    "fechaBaja",
    "Fecha fin",
    "¿Cancelado?",
    "Motivo do cancelamento",
    "Data de encerramento",
    "data_de_saida",
    "Probabilidade de cancelamento",
    "updated_at",
    "UpdatedAt",
    "LastModifiedDate",
    "hs_lastmodifieddate",
    "date_modified",
    "customer last update",
    "Zuletzt geändert",
    "Änderungsdatum",
    "Modifié le",
    "Date de mise à jour",
    "Última actualización",
    "Atualizado em",
    "churn_risk_score",
    "churn_risk_level",
    "chance_of_leaving",
    "top_factor",
    "factor_2_points",
    "scored_at",
    "disconnect_reason",
    "withdrawal_reason",
    "lost_reason",
    "close_reason",
    "quit_date",
    "drop_date",
    "date left",
  ])("excludes %s by name", (name) => {
    expect(leakByMeaning(columnNamed(name), labels)?.action).toBe("excluded");
  });

  it.each([
    "contract_end_date",
    "trialEndDate",
    "next renewal date",
    "current_period_end_at",
    "IsActiveMember",
    "HasCrCard",
    "failed_payments_90d",
    "days_since_last_login",
    "Cancellation policy",
    "exit rate of pages",
    "cashback",
    "seats left",
    "TotalCharges",
    "PaymentMethod",
    "left-handed",
    "tenure",
    "tenure_days",
    "created_at",
    "address_updated_at",
    "last_plan_change",
    "price changed",
    "Kündigungsfrist",
    "Vertragsende",
    "Laufzeitende",
    "Date de fin de contrat",
    "Fecha fin de contrato",
    "data_plan_gb",
    "Data de nascimento",
    "Fecha de alta",
    "credit_risk_score",
    "health_score",
    "baja_velocidad",
    "Motivo de alta",
    "contact_reason",
    "data_left",
    "data_left_gb",
    "time_left",
    "contract_time_left",
    "lost_time",
    "surrender_value",
    "closing_time",
    "cart_abandon_time",
  ])("leaves %s alone", (name) => {
    expect(leakByMeaning(columnNamed(name), labels)).toBeNull();
  });

  it("asks, where the name speaks of leaving and those who stayed have values of their own", () => {
    const stayed = new Float64Array(100);
    const own: Column = {
      kind: "numeric",
      name: "Exit date",
      values: Float64Array.from(stayed, (_, at) => at),
    };
    const mark: Column = { ...own, values: Float64Array.from(stayed, () => 253_402_214_400_000) };
    const none: Column = { ...own, values: Float64Array.from(stayed, () => Number.NaN) };
    expect([own, mark, none].map((column) => leakByMeaning(column, stayed)?.action)).toEqual([
      "warned",
      "excluded",
      "excluded",
    ]);
  });

  it("reads the label as well as the name", () => {
    const column: Column = { ...columnNamed("c17"), label: "Cancellation reason" };
    expect(leakByMeaning(column, labels)?.action).toBe("excluded");
  });

  it.each(["cause", "Motivo", "Grund", "reason_code", "Raison"])("asks what %s is a reason for", (name) => {
    expect(leakByMeaning(columnNamed(name), labels)?.action).toBe("warned");
  });

  it("warns of refunds", () => {
    expect(leakByMeaning(columnNamed("Total Refunds"), labels)?.action).toBe("warned");
  });

  it("knows a status of leavers from a status of trouble", () => {
    const gone = categorical(
      "Subscription status",
      Array.from(labels, (label) => (label ? "Cancelled" : "Active")),
    );
    expect(leakByMeaning(gone, labels)).toMatchObject({
      action: "excluded",
      detail: expect.stringContaining("Cancelled"),
    });
    const mixed = categorical(
      "status",
      risk.map((_, row) => (row % 3 ? "Active" : "Inactive")),
    );
    expect(leakByMeaning(mixed, labels)?.action).toBe("warned");
    const french = categorical(
      "État",
      Array.from(labels, (label) => (label ? "Résilié" : "Actif")),
    );
    expect(leakByMeaning(french, labels)?.action).toBe("excluded");
    const trouble = categorical(
      "status",
      Array.from(labels, (label) => (label ? "PastDue" : "Paused")),
    );
    expect(leakByMeaning(trouble, labels)).toBeNull();
  });

  it("finds last activity that lies after the row's date, and not a mark for never", () => {
    const now = Date.UTC(2026, 5, 1);
    const times = Float64Array.from(risk, () => now);
    const late = numeric(
      "last_activity_at",
      risk.map((_, row) => now + (row % 2 ? 1 : -1) * 86_400_000),
    );
    expect(leakByMeaning(late, labels, times)?.action).toBe("excluded");
    expect(
      leakByMeaning(
        late,
        labels,
        times.map((t) => t + 1e9),
      ),
    ).toBeNull();
    const days = risk.map((_, row) => row % 90);
    expect(
      leakByMeaning(
        numeric(
          "days since last order",
          days.map((d) => d - 20),
        ),
        labels,
      )?.action,
    ).toBe("excluded");
    expect(
      leakByMeaning(
        numeric(
          "days since last order",
          days.map((d) => d || -999),
        ),
        labels,
      ),
    ).toBeNull();
    expect(
      leakByMeaning(
        numeric(
          "days since last order",
          days.map((d, row) => (row === 7 ? -1 : d)),
        ),
        labels,
      )?.action,
    ).toBe("warned");
  });
});
