import { text } from "node:stream/consumers";
import { accountRoutes, authRoutes, twoFactorRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import type { OpenedPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { otherSession, thisSession } from "./examples/settings.ts";

const path = "/app/settings?section=profile";
const security = "/app/settings?section=security";
const qrSvg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h4v4H0z"/></svg>';

const withoutTwoFactor = { enabled: false, recoveryCodesLeft: 0 };

function answerPage(api: ApiStandIn): void {
  api
    .answer(accountRoutes.listSessions, { items: [thisSession, otherSession] })
    .answer(twoFactorRoutes.getTwoFactor, withoutTwoFactor);
}
const part = ({ page }: OpenedPage, heading: string) =>
  page.locator("form, section").filter({ has: page.getByRole("heading", { name: heading, exact: true }) });

it("shows where one is signed in, and how to sign out elsewhere", async () => {
  await using opened = await openPage(security, { api: answerPage });
  const { page, api } = opened;
  const sessions = part(opened, "Sessions");
  const here = sessions.getByRole("listitem").filter({ hasText: "Firefox on Linux" });
  await here.getByText("This one").waitFor();
  await lookEveryWay(page, "security");
  api.answer(accountRoutes.endSession, {}).answer(accountRoutes.endOtherSessions, { ended: 1 });
  const there = sessions.getByRole("listitem").filter({ hasText: "Safari on iOS" });
  await there.getByRole("button", { name: "Sign out" }).click();
  expect((await api.called(accountRoutes.endSession)).params).toEqual({ id: otherSession.id });
  await api.called(accountRoutes.listSessions, 2);
  api.whenCalled(accountRoutes.endOtherSessions, () =>
    api.answer(accountRoutes.listSessions, { items: [thisSession] }),
  );
  await sessions.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page.getByText("Signed out everywhere else").waitFor();
  await there.waitFor({ state: "detached" });
});

it("says of each part that did not load which it is, and loads it again", async () => {
  await using opened = await openPage(security, {
    api: (api) =>
      api
        .refuse(accountRoutes.listSessions, "unavailable")
        .refuse(twoFactorRoutes.getTwoFactor, "unavailable"),
  });
  const { page, api } = opened;
  const parts: [string, () => void][] = [
    ["Your sessions did not load", () => api.answer(accountRoutes.listSessions, { items: [thisSession] })],
    ["Two-factor sign-in did not load", () => api.answer(twoFactorRoutes.getTwoFactor, withoutTwoFactor)],
  ];
  for (const [failed, answer] of parts) {
    const said = page.getByRole("alert").filter({ hasText: failed });
    await tryAgain(opened, said, answer);
    await said.waitFor({ state: "detached" });
  }
  await page.getByText("This one").waitFor();
  await part(opened, "Two-factor sign-in").getByLabel("Your password").waitFor();
});

it("changes a name, and says at its field what the server refuses", async () => {
  await using opened = await openPage(path, { api: answerPage });
  const { page, api } = opened;
  const names = part(opened, "Name");
  const save = names.getByRole("button", { name: "Save" });
  await names.getByLabel("First name").waitFor();
  expect(await names.getByLabel("First name").inputValue()).toBe("Maya");
  expect(await save.isDisabled()).toBe(true);
  await lookEveryWay(page, "profile");
  await names.getByLabel("First name").fill(" ");
  await save.click();
  await names.getByText("Required").waitFor();
  expect(api.asked(accountRoutes.updateProfile)).toEqual([]);
  api.refuse(accountRoutes.updateProfile, "validation_failed", {
    fields: { lastName: "This name is too long for a badge." },
  });
  await names.getByLabel("First name").fill("Mia");
  await save.click();
  await names.getByText("This name is too long for a badge.").waitFor();
  expect(await names.getByLabel("Last name").getAttribute("aria-invalid")).toBe("true");
  const mia = person({ firstName: "Mia" });
  api
    .answer(accountRoutes.updateProfile, mia)
    .whenCalled(accountRoutes.updateProfile, () =>
      api.answer(authRoutes.me, { user: mia, token: "the-token-of-this-person" }),
    );
  await save.click();
  expect((await api.called(accountRoutes.updateProfile, 2)).body).toEqual({
    firstName: "Mia",
    lastName: "Okafor",
  });
  await page.getByText("Name saved").waitFor();
  await page.getByRole("button", { name: "Account: Mia Okafor" }).waitFor();
});

it("changes the password, and empties the form", async () => {
  await using opened = await openPage(security, { api: answerPage });
  const { page, api } = opened;
  const form = part(opened, "Password");
  api.refuse(accountRoutes.changePassword, "validation_failed", {
    fields: { currentPassword: "This is not your password" },
  });
  await form.getByLabel("Current password").fill("the old one");
  await form.getByLabel("New password").fill("correct horse 42");
  await form.getByRole("button", { name: "Change password" }).click();
  await form.getByText("This is not your password").waitFor();
  expect(await form.getByLabel("New password").inputValue()).toBe("correct horse 42");
  api.answer(accountRoutes.changePassword, {});
  await form.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Your other sessions have ended.").waitFor();
  expect((await api.called(accountRoutes.changePassword, 2)).body).toEqual({
    currentPassword: "the old one",
    newPassword: "correct horse 42",
  });
  await expect.poll(() => form.getByLabel("New password").inputValue()).toBe("");
});

it("asks for a code at a new address", async () => {
  await using opened = await openPage(path, { api: answerPage });
  const { page, api } = opened;
  api.answer(accountRoutes.startEmailChange, {}).answer(authRoutes.localCode, { code: "123456" });
  const email = part(opened, "E-mail");
  await email.getByLabel("New e-mail").fill("mia@harborline.example");
  await email.getByLabel("Your password").fill("the old one");
  await email.getByRole("button", { name: "Send code" }).click();
  await email.getByText("We mailed a code to mia@harborline.example.").waitFor();
  await email.getByRole("button", { name: "Use it" }).click();
  await expect.poll(() => email.getByLabel("Code").inputValue()).toBe("123456");
  await lookEveryWay(page, "profile: new e-mail");
});

it("asks for a picture to be scanned before the second factor, and shows recovery codes once", async () => {
  await using opened = await openPage(security, { api: answerPage });
  const { page, api } = opened;
  api.answer(twoFactorRoutes.startTwoFactor, {
    secret: "ABCDEFGHIJKLMNOP",
    otpauthUri: "otpauth://totp/Forestay",
    qrSvg,
  });
  const twoFactor = part(opened, "Two-factor sign-in");
  await twoFactor.getByLabel("Your password").fill("the old one");
  await twoFactor.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  await lookEveryWay(page, "security: new authenticator");

  const recoveryCodes = ["aaaa-bbbb", "cccc-dddd", "eeee-ffff"];
  api
    .answer(twoFactorRoutes.confirmTwoFactor, { recoveryCodes })
    .answer(twoFactorRoutes.getTwoFactor, { enabled: true, recoveryCodesLeft: 3 });
  await twoFactor.getByLabel("Code").fill("654321");
  await twoFactor.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  expect((await api.called(twoFactorRoutes.confirmTwoFactor)).body).toEqual({ code: "654321" });
  await page.getByText("cccc-dddd").waitFor();
  await lookEveryWay(page, "security: recovery codes");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await saved).suggestedFilename()).toBe("forestay-recovery-codes.txt");
  expect(await text(await (await saved).createReadStream())).toBe(`${recoveryCodes.join("\n")}\n`);
  // On paper they stand alone.
  await page.emulateMedia({ media: "print" });
  const isOnPaper = (text: string) =>
    page
      .getByText(text)
      .first()
      .evaluate((element) => getComputedStyle(element).visibility);
  expect([await isOnPaper("cccc-dddd"), await isOnPaper("Your recovery codes")]).toEqual([
    "visible",
    "hidden",
  ]);
  await page.emulateMedia({ media: null });
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByText("3 recovery codes left.").waitFor();
  await lookEveryWay(page, "security: two-factor on");
});

it("asks before unsaved edits are left, by a link and by the browser's back button, and leaves nothing behind", async () => {
  await using opened = await openPage("/app/docs/getting-started", { api: answerPage });
  const { page } = opened;
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const name = page.getByLabel("First name");
  await name.fill("Mia");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Security" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.waitFor();
  await lookEveryWay(page, "unsaved edits");
  await question.getByRole("button", { name: "Stay" }).click();
  await question.waitFor({ state: "detached" });
  expect(await name.inputValue()).toBe("Mia");
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/app/docs/getting-started");
  // Put back as it was, there is nothing to lose.
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await name.fill("Mia");
  await name.fill("Maya");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Appearance" }).click();
  await page.getByRole("radio", { name: "Dark" }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
});
