import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { authenticatorCode } from "../harness/authenticator.ts";
import { accessibilityFindings } from "../harness/accessibility.ts";
import { demoPeople } from "../harness/demo-people.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { startJourney } from "../harness/journey.ts";
import {
  ask,
  askForTooShortASilence,
  fillInCompany,
  fillInWhoOneIs,
  newAddress,
  newPassword,
  signUpByCall,
} from "../harness/new-person.ts";

// One window for many screens: opening windows takes longer than looking.
const openSection = async (page: Page, section: string) => {
  await page.goto(`/app/settings?section=${section}`);
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
};
const part = (page: Page, heading: string) =>
  page.locator("form, section").filter({ has: page.getByRole("heading", { name: heading }) });

it("axe finds nothing on the way in, in any theme and size", async () => {
  await using journey = await startJourney();
  const { page, problems } = journey;
  await page.goto("/login");
  await page.getByLabel("E-mail").fill("nobody@journeys.example");
  await page.getByLabel("Password").fill("not the password");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await lookEveryWay(page, "refused sign-in");
  await page.goto("/login?reset");
  await page.getByRole("heading", { name: "Reset your password" }).waitFor();
  await lookEveryWay(page, "reset");
  await page.getByLabel("E-mail").fill(demoPeople.moderator);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Use it" }).waitFor();
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Use at least 10 characters").waitFor();
  await lookEveryWay(page, "reset, refused");
  await page.goto("/restore-address?token=nobody-has-this-one");
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.getByRole("alert").waitFor();
  await lookEveryWay(page, "dead way back");
  expect(problems).toEqual([]);
});

it("axe finds nothing on signing up, in any theme and size", async () => {
  await using journey = await startJourney();
  const { page, problems } = journey;
  await page.goto("/register");
  await page.getByLabel("Work e-mail").fill(newAddress("looker"));
  await lookEveryWay(page, "register");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Use it" }).click();
  await lookEveryWay(page, "code");
  await page.getByRole("button", { name: "Continue" }).click();
  await fillInWhoOneIs(page, "Looker");
  await lookEveryWay(page, "onboarding: person");
  await page.keyboard.press("Enter");
  await fillInCompany(page, "Looker Ltd");
  await lookEveryWay(page, "onboarding: company");
  await page.getByRole("button", { name: "Continue" }).click();
  await askForTooShortASilence(page, "There was no activity for a while");
  await lookEveryWay(page, "onboarding: what counts as having left, refused");
  await page.getByRole("button", { name: "Skip" }).click();
  await page.getByText("Step 4 of 4").waitFor();
  await lookEveryWay(page, "onboarding: first data");
  expect(problems).toEqual([]);
});

it("axe finds nothing on the second step, in any theme and size", async () => {
  await using journey = await startJourney();
  const { page, context, problems } = journey;
  const { email, password } = await signUpByCall(context, "Factor");
  await openSection(page, "security");
  const twoFactor = part(page, "Two-factor");
  await twoFactor.getByLabel("Your password").fill(password);
  await twoFactor.getByRole("button", { name: "Set up" }).click();
  const secret = await twoFactor.locator(".font-mono").innerText();
  await twoFactor.getByLabel("Code").fill(authenticatorCode(secret));
  await twoFactor.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByText(/recovery codes left/).waitFor();
  await context.clearCookies();
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Second step" }).waitFor();
  await page.getByLabel("Code").fill("000000");
  await page.keyboard.press("Enter");
  await page.getByText("This code is not right").waitFor();
  await lookEveryWay(page, "second step");
  expect(problems).toEqual([]);
});

it("axe finds nothing on a sign-in that worked, in any theme and size", async () => {
  await using journey = await startJourney();
  const { page, context, problems } = journey;
  await signUpByCall(context, "Settings");
  await page.goto("/success");
  await page.getByRole("heading", { name: "You are signed in" }).waitFor();
  await lookEveryWay(page, "success");
  expect(problems).toEqual([]);
});

it("axe finds nothing on the mail of a company, in any theme and size", async () => {
  await using journey = await startJourney();
  const { page, context, problems } = journey;
  const { token } = await signUpByCall(context, "Settings");
  await ask(context, "/api/company/deletion", { typedName: "Settings Ltd", password: newPassword }, token);
  await openSection(page, "mail");
  await page.getByRole("link", { name: /will be deleted/ }).waitFor();
  await lookEveryWay(page, "mail");
  expect(problems).toEqual([]);
});

it("axe finds nothing on an opened mail, in any theme and size", async () => {
  await using journey = await startJourney({ as: "admin" });
  const { page, problems } = journey;
  await ask(journey.context, "/api/auth/send-verification-code", { email: newAddress("mail") });
  await page.goto("/app/settings?section=mail");
  await page
    .getByRole("link", { name: /^Your Forestay code$/ })
    .first()
    .click();
  await page.getByTitle(/^Mail: /).waitFor();
  // No script runs in the frame, axe's neither: what it holds is looked at in a window of its own.
  await lookEveryWay(page, "mail, shown", { besides: "iframe" });
  await using frame = await startJourney();
  await frame.page.setContent((await page.getByTitle(/^Mail: /).getAttribute("srcdoc")) ?? "");
  expect(await accessibilityFindings(frame.page)).toEqual([]);
  await page.getByRole("radio", { name: "Text" }).click();
  await lookEveryWay(page, "mail");
  await page.getByRole("radio", { name: "Headers" }).click();
  await lookEveryWay(page, "mail, headers");
  expect(problems).toEqual([]);
});

it("axe finds nothing on what opens over the shell, in any theme and size", async () => {
  await using journey = await startJourney({ as: "admin" });
  const { page, problems } = journey;
  await page.goto("/app/docs/getting-started");
  await page.getByRole("button", { name: /^Account:/ }).click();
  await page.getByRole("menu").waitFor();
  await lookEveryWay(page, "account menu");
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: /^Search/ })
    .first()
    .click();
  await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("nothing of this name");
  await page.getByText(/^Nothing found for/).waitFor();
  await lookEveryWay(page, "search palette, nothing found");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Open navigation" }).click();
  await page.getByRole("dialog", { name: "Navigation" }).waitFor();
  await lookEveryWay(page, "drawer", { sizes: ["mobile"] });
  expect(problems).toEqual([]);
});
