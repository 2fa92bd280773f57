import { expect, it } from "vitest";
import { readableColumn } from "./readable-column.ts";

it.each([
  ["InternetService", "Internet service"],
  ["total_charges", "Total charges"],
  ["customerID", "Customer ID"],
  ["MRR", "MRR"],
  ["GDPRConsent", "GDPR consent"],
  ["gender", "Gender"],
  ["last-login.at", "Last login at"],
  ["seats2024", "Seats2024"],
  ["Monthly Charges", "Monthly Charges"],
  ["___", "___"],
  ["größe", "Größe"],
])("%s reads %s", (column, words) => {
  expect(readableColumn(column)).toBe(words);
});
