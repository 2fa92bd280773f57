import { expect, it } from "vitest";
import { isAbout, type Subject } from "./subject-words.ts";

it.each<[string, Subject]>([
  ["Monatspreis", "price"],
  ["Kosten", "price"],
  ["cuota_mensual", "price"],
  ["Vertragslaufzeit", "contract"],
  ["type_contrat", "contract"],
  ["contrato", "contract"],
  ["nb_connexions_30j", "usage"],
  ["derniere_activite", "usage"],
  ["ultima_actividad", "usage"],
  ["sieges_utilises", "seats"],
  ["Produkte", "products"],
])("%s is about %s", (name, subject) => {
  expect(isAbout(name, subject)).toBe(true);
});

it.each([
  "secteur_activite",
  "Secteur d'activité",
  "code_activite",
  "sector_actividad",
  "actividad_economica",
  "type_connexion",
  "connexion_internet",
  "Kostenstelle",
  "kostenlos_testkunde",
  "cuota_mercado",
  "Vertragsnummer",
  "numero_contrat",
  "numero_de_contrato",
  "sieges_sociaux",
  "Produktest",
])("%s, which means something else, is no lever", (name) => {
  expect(isAbout(name, "price", "contract", "usage", "seats", "products", "plan", "billing")).toBe(false);
});
