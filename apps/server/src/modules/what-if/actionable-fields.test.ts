import { describe, expect, it } from "vitest";
import type { FeaturePlan } from "#modules/features/index.ts";
import { changeableFields } from "./actionable-fields.ts";

/** Columns as files of three companies name them: what the company sets, and what it cannot. */
const files = {
  German: {
    levers: [
      "Tarif",
      "Zahlungsart",
      "Vertragslaufzeit",
      "Rabatt",
      "Technischer Support",
      "offene_tickets",
      "Monatspreis",
    ],
    others: [
      "Rechnungsadresse",
      "Alter",
      "Bundesland",
      "Kundenalter",
      "Anmeldungen",
      "Haushaltsgröße",
      "Vorname",
    ],
  },
  French: {
    levers: [
      "Formule",
      "Moyen de paiement",
      "Type de contrat",
      "Remise",
      "Assistance technique",
      "tickets_ouverts",
      "Prix mensuel",
    ],
    others: ["Adresse de facturation", "Âge", "Région", "Ancienneté", "Connexions", "Engagement", "Prénom"],
  },
  Spanish: {
    levers: [
      "Paquete",
      "Método de pago",
      "Tipo de contrato",
      "Descuento",
      "Soporte técnico",
      "incidencias_abiertas",
      "Precio",
    ],
    others: ["Dirección de facturación", "Edad", "Provincia", "Antigüedad", "Accesos", "País", "Nombre"],
  },
} as const;

const planOf = (names: readonly string[]): FeaturePlan => ({
  version: 1,
  source: "customers",
  columns: names.map((label) => ({
    name: label,
    base: `attr:${label}`,
    label,
    kind: "categorical",
    form: "value",
    unit: "text",
  })),
  excluded: [],
});

describe("levers of a file", () => {
  it.each(Object.entries(files))("in %s are what its company sets", (_language, { levers, others }) => {
    const found = changeableFields(planOf([...others, ...levers]), null);
    expect(found.map(({ field }) => field)).toEqual([...levers].map((label) => `attr:${label}`));
  });
});
