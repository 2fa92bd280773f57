import { expect, it } from "vitest";
import { timeZones } from "./company-words.ts";

it("time zones are found by what they are ahead of UTC, by city, by name and by abbreviation", () => {
  const of = (zone: string) => timeZones().find(({ value }) => value === zone);
  expect(of("UTC")).toMatchObject({ label: "UTC" });
  expect(of("Asia/Kolkata") ?? of("Asia/Calcutta")).toMatchObject({
    label: expect.stringMatching(/^Asia\/(Kolkata|Calcutta) \(UTC\+5:30\)$/),
    keywords: expect.arrayContaining(["UTC+05:30", "India Standard Time"]),
  });
  expect(of("America/Phoenix")).toMatchObject({
    label: "America/Phoenix (UTC-7)",
    keywords: expect.arrayContaining(["MST", "Mountain Standard Time"]),
  });
  expect(timeZones()).toBe(timeZones());
});
