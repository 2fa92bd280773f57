import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { authenticatorCode } from "../harness/authenticator.ts";
import { accessibilityFindings } from "../harness/accessibility.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { startJourney } from "../harness/journey.ts";
import {
  ask,
  askForTooShortASilence,
  fillInCompany,
  fillInWhoOneIs,
  joinByCall,
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
  await page.getByLabel("Email").fill("nobody@journeys.example");
  await page.getByLabel("Password").fill("not the password");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await lookEveryWay(page, "refused sign-in");
  await page.goto("/login?reset");
  await page.getByRole("heading", { name: "Reset your password" }).waitFor();
  await lookEveryWay(page, "reset");
  await page.getByLabel("E-mail").fill("owner@other.forestay.test");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Use it" }).waitFor();
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Use at least 10 characters").waitFor();
  await lookEveryWay(page, "reset, refused");
  await page.goto("/register-invited?token=nobody-has-this-one");
  await page.getByRole("heading", { name: "This invitation is not valid" }).waitFor();
  await lookEveryWay(page, "dead invitation");
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

it("axe finds nothing on a profile with everything in use, in any theme and size", async () => {
  await using journey = await startJourney();
  const { page, context, problems } = journey;
  const { email, password } = await signUpByCall(context, "Profile");
  await using elsewhere = await startJourney();
  await elsewhere.context.request.post("/api/auth/login", { data: { email, password } });
  await openSection(page, "profile");
  await page.getByRole("button", { name: "Sign out everywhere else" }).waitFor();
  await lookEveryWay(page, "profile");
  const newEmail = part(page, "E-mail");
  await newEmail.getByLabel("New e-mail").fill(newAddress("moved"));
  await newEmail.getByLabel("Your password").fill(password);
  await newEmail.getByRole("button", { name: "Send code" }).click();
  await newEmail.getByLabel("Code").waitFor();
  const twoFactor = part(page, "Two-factor");
  await twoFactor.getByLabel("Your password").fill(password);
  await twoFactor.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  await lookEveryWay(page, "profile: new e-mail, new authenticator");
  expect(problems).toEqual([]);
});

it("axe finds nothing on two-factor, from its recovery codes to the second step, in any theme and size", async () => {
  await using journey = await startJourney();
  const { page, context, problems } = journey;
  const { email, password } = await signUpByCall(context, "Factor");
  await openSection(page, "profile");
  const twoFactor = part(page, "Two-factor");
  await twoFactor.getByLabel("Your password").fill(password);
  await twoFactor.getByRole("button", { name: "Set up" }).click();
  const secret = await twoFactor.locator(".font-mono").innerText();
  await twoFactor.getByLabel("Code").fill(authenticatorCode(secret));
  await twoFactor.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  await lookEveryWay(page, "profile: recovery codes");
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByText(/recovery codes left/).waitFor();
  await lookEveryWay(page, "profile: two-factor on");
  await context.clearCookies();
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Second step" }).waitFor();
  await page.getByLabel("Code").fill("000000");
  await page.keyboard.press("Enter");
  await page.getByText("This code is not right").waitFor();
  await lookEveryWay(page, "second step");
  expect(problems).toEqual([]);
});

it("axe finds nothing on a team in all its states and on joining it, in any theme and size", async () => {
  await using journey = await startJourney();
  const { page, context, problems } = journey;
  const { token } = await signUpByCall(context, "Team");
  await using guests = await startJourney();
  const owner = { context, token };
  const viewer = await joinByCall(owner, guests.context, "Viewer", "Vera");
  const leaver = await joinByCall(owner, guests.context, "Staff", "Lee");
  await ask(
    context,
    `/api/company/team/${leaver.id}`,
    { companyRole: "Staff", isActive: false },
    token,
    "PUT",
  );
  const invited = newAddress("somebody-with-a-rather-long-name-before-the-at");
  await ask(context, "/api/company/invitations", { email: invited, role: "Viewer" }, token);
  await openSection(page, "team");
  await page.getByText("Deactivated").waitFor();
  await lookEveryWay(page, "team");
  await page.getByRole("button", { name: "More for Vera Guest" }).click();
  await page.getByRole("menuitem", { name: "Transfer ownership" }).click();
  await page.getByRole("dialog").waitFor();
  await lookEveryWay(page, "transfer");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Get link for ${invited}` }).click();
  await page.getByRole("heading", { name: "Invitation link" }).waitFor();
  await lookEveryWay(page, "invitation link");
  const link = new URL(await page.getByRole("dialog").locator("code").innerText());
  // What a Viewer sees of it.
  await guests.context.request.post("/api/auth/login", {
    data: { email: viewer.email, password: viewer.password },
  });
  await openSection(guests.page, "team");
  await guests.page.getByText("Deactivated").waitFor();
  await lookEveryWay(guests.page, "team, as a Viewer");
  await guests.context.clearCookies();
  await guests.page.goto(`${link.pathname}${link.search}`);
  await guests.page.getByRole("heading", { level: 1, name: "Join Team Ltd" }).waitFor();
  await lookEveryWay(guests.page, "invitation");
  await guests.page.getByRole("button", { name: "Join Team Ltd" }).click();
  await guests.page.locator("[aria-invalid=true]").first().waitFor();
  await lookEveryWay(guests.page, "invitation, refused");
  expect([...problems, ...guests.problems]).toEqual([]);
});

it("axe finds nothing on the company's settings, in any theme and size", async () => {
  await using journey = await startJourney();
  const { page, context, problems } = journey;
  await signUpByCall(context, "Settings");
  await page.goto("/success");
  await page.getByRole("heading", { name: "You are signed in" }).waitFor();
  await lookEveryWay(page, "success");
  await openSection(page, "company");
  await page.getByLabel("Name", { exact: true }).waitFor();
  await lookEveryWay(page, "company");
  await openSection(page, "scoring");
  await page.getByRole("table").waitFor();
  await lookEveryWay(page, "scoring");
  expect(problems).toEqual([]);
});

it("axe finds nothing on API keys, in any theme and size", async () => {
  await using journey = await startJourney();
  const { page, context, problems } = journey;
  await signUpByCall(context, "Keys");
  await openSection(page, "api-keys");
  await page.getByLabel("Name", { exact: true }).fill("Warehouse");
  await lookEveryWay(page, "a new key");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("heading", { name: "Your new key" }).waitFor();
  await lookEveryWay(page, "key, shown once");
  await page.getByRole("button", { name: "I have kept it" }).click();
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog", { name: "Revoke Warehouse?" }).waitFor();
  await lookEveryWay(page, "revoke a key");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("Revoked", { exact: true }).waitFor();
  await lookEveryWay(page, "revoked key");
  expect(problems).toEqual([]);
});

it("axe finds nothing on a company about to be deleted, in any theme and size", async () => {
  await using journey = await startJourney();
  const { page, context, problems } = journey;
  await signUpByCall(context, "Settings");
  await openSection(page, "data");
  await page.getByRole("button", { name: "Delete Settings Ltd" }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill("not the password");
  await page.getByRole("dialog").getByLabel("Type").fill("Settings Ltd");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByText("This is not your password").waitFor();
  await lookEveryWay(page, "delete the company, refused");
  await page.getByRole("dialog").getByLabel("Your password").fill(newPassword);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Keep it" }).waitFor();
  await page.getByText(/^Settings Ltd will be deleted on .*, with everything in it\.$/).waitFor();
  await lookEveryWay(page, "data, in the grace period");
  await openSection(page, "audit");
  await page.getByText("Asked to delete the company").waitFor();
  await lookEveryWay(page, "audit log");
  await page.getByLabel("Who").fill("nobody of this name");
  await page.getByText("Nothing recorded for this").waitFor();
  await lookEveryWay(page, "audit log, nothing found");
  await openSection(page, "mail");
  await page.getByRole("link", { name: /will be deleted/ }).waitFor();
  await lookEveryWay(page, "mail");
  expect(problems).toEqual([]);
});

it("axe finds nothing on the question before a sample goes, in any theme and size", async () => {
  await using journey = await startJourney({ as: "owner" });
  const { page, problems } = journey;
  await openSection(page, "data");
  await page.getByText("This is the sample company: it goes whole").waitFor();
  await page.getByRole("button", { name: "Remove the sample data" }).click();
  await page.getByRole("dialog").getByText("You are signed out.").waitFor();
  await lookEveryWay(page, "remove the sample");
  expect(problems).toEqual([]);
});

it("axe finds nothing on users, in any theme and size", async () => {
  await using journey = await startJourney({ as: "admin" });
  const { page, problems } = journey;
  // Others sign up meanwhile, and the list has pages.
  await page.goto("/app/admin/users?search=staff%40demo");
  await page.getByRole("link", { name: "Stan Staff" }).waitFor();
  await lookEveryWay(page, "users");
  await page.getByRole("link", { name: "Stan Staff" }).click();
  await page.getByLabel("First name").fill("Stanley");
  await page.getByRole("button", { name: "Save changes" }).waitFor();
  await lookEveryWay(page, "user");
  await page.getByRole("button", { name: "Delete Stan Staff" }).click();
  await page.getByRole("dialog").waitFor();
  await lookEveryWay(page, "delete");
  await page.goto("/app/admin/users?search=nobody-of-this-name");
  await page.getByText("Nobody matches").waitFor();
  await lookEveryWay(page, "nobody found");
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

it("axe finds nothing on what a Moderator sees of an Admin, in any theme and size", async () => {
  await using journey = await startJourney({ as: "moderator" });
  const { page, problems } = journey;
  await page.goto("/app/admin/users?search=admin%40demo");
  await page.getByRole("link", { name: /Admin/ }).first().click();
  await page.getByRole("heading", { name: "Sessions" }).waitFor();
  await lookEveryWay(page, "an Admin, as a Moderator");
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
  await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("set");
  await page
    .getByRole("option", { name: /Settings/ })
    .first()
    .waitFor();
  await lookEveryWay(page, "search palette");
  await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("nothing of this name");
  await lookEveryWay(page, "search palette, nothing found");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Open navigation" }).click();
  await page.getByRole("dialog", { name: "Navigation" }).waitFor();
  await lookEveryWay(page, "drawer", { sizes: ["mobile"] });
  expect(problems).toEqual([]);
});
