import { describe, expect, it } from "vitest";
import { authRoutes } from "./auth/routes.ts";
import { accountRoutes } from "./auth/account-routes.ts";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import { onboardingRoutes } from "./onboarding/routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { personNameSchema } from "./names.ts";

const bad = [
  "Ann\nBcc: x",
  "Ann\rLee",
  "Ann\u0007",
  "Ann\u2028Lee",
  "\u202egnp.exe",
  "https://evil.example",
  "Win at http://x",
  "www.evil",
  "evil.example/prize",
  "ann@evil.example",
  " ",
];
const good = [
  "Ann",
  "J.Smith",
  "Mary St. John",
  "Dr. No",
  "O'Neil-Çelik",
  "李 小龙",
  "Booking.com",
  "A/B Ltd.",
  "24:7 Care",
  "Müller & Söhne (Wien)",
];

describe("a name", () => {
  it("is what people and companies are called", () => {
    for (const name of good) expect(personNameSchema.safeParse(name).success, name).toBe(true);
  });

  it("holds no control characters and no addresses, wherever one is given", () => {
    const company = { currency: "USD", timeZone: "UTC" };
    const unsaid = { size: null, businessModel: null, logo: null };
    const person = { token: "0123456789", password: "a fresh long password" };
    const taken = (name: string) =>
      [
        authRoutes.acceptInvitation.body.safeParse({ ...person, firstName: name, lastName: "Lee" }),
        authRoutes.acceptInvitation.body.safeParse({ ...person, firstName: "Ann", lastName: name }),
        accountRoutes.updateProfile.body.safeParse({ firstName: name, lastName: "Lee" }),
        settingsRoutes.updateSettings.body.safeParse({ ...company, ...unsaid, name }),
        onboardingRoutes.saveOnboarding.body.safeParse({ step: "company", company: { ...company, name } }),
        apiKeyRoutes.createApiKey.body.safeParse({ name, scopes: ["customers:read"] }),
      ].map(({ success }) => success);
    expect(new Set(taken("Acme"))).toEqual(new Set([true]));
    for (const name of bad) expect(new Set(taken(name)), name).toEqual(new Set([false]));
  });
});
