import { authRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";

const path = "/register-invited?token=0123456789";
const invitation = {
  email: "ivo@harborline.example",
  companyName: "Harborline",
  firstName: "",
  lastName: "",
  invitedBy: "Maya Okafor",
  role: "Viewer",
  expiresAt: "2026-11-28T12:00:00.000Z",
  hasAccount: false,
} as const;

it("says who invited whom to what, and says at its field what is refused of a password", async () => {
  await using opened = await openPage(path, {
    as: null,
    api: (api) => api.answer(authRoutes.getInvitation, invitation),
  });
  const { page, api } = opened;
  await page.getByRole("heading", { level: 1, name: "Join Harborline" }).waitFor();
  await page.getByText("Maya Okafor invited ivo@harborline.example as Viewer.").waitFor();
  await lookEveryWay(page, "invitation");
  const join = page.getByRole("button", { name: "Join Harborline" });
  await join.click();
  await page.locator("[aria-invalid=true]").first().waitFor();
  await lookEveryWay(page, "invitation, refused");
  expect(api.asked(authRoutes.acceptInvitation)).toEqual([]);
  api.refuse(authRoutes.acceptInvitation, "validation_failed", {
    fields: { password: "This is one of the commonest passwords" },
  });
  await page.getByLabel("First name").fill("Ivo");
  await page.getByLabel("Last name").fill("Invited");
  await page.getByLabel("Password").fill("password12");
  await join.click();
  await page.getByText("This is one of the commonest passwords").waitFor();
  expect((await api.called(authRoutes.acceptInvitation)).body).toEqual({
    token: "0123456789",
    firstName: "Ivo",
    lastName: "Invited",
    password: "password12",
  });
});

it("says before any form that the address has an account, and where to go with it", async () => {
  await using opened = await openPage(path, {
    as: null,
    api: (api) => api.answer(authRoutes.getInvitation, { ...invitation, hasAccount: true }),
  });
  const { page } = opened;
  await page.getByRole("heading", { level: 1, name: "You have an account already" }).waitFor();
  await page.getByText("ask Maya Okafor to invite you at another address.").waitFor();
  expect(await page.getByRole("textbox").count()).toBe(0);
  await page.getByRole("link", { name: "Sign in with the account you have" }).waitFor();
  await lookEveryWay(page, "invitation, account already");
});

it("says of a dead invitation that it is one, and of a server that does not answer that it does not", async () => {
  await using opened = await openPage(path, {
    as: null,
    api: (api) => api.refuse(authRoutes.getInvitation, "unavailable"),
  });
  const { page, api } = opened;
  const said = page.getByRole("alert").filter({ hasText: "The invitation did not load" });
  await said.waitFor();
  expect(await page.getByRole("heading", { name: "This invitation is not valid" }).count()).toBe(0);
  await tryAgain(opened, said, () => api.refuse(authRoutes.getInvitation, "not_found"));
  await page.getByRole("heading", { name: "This invitation is not valid" }).waitFor();
  await lookEveryWay(page, "dead invitation");
});

it("ends joining with what is true then, and the way on", async () => {
  await using opened = await openPage(path, {
    as: null,
    api: (api) => api.answer(authRoutes.getInvitation, invitation),
  });
  const { page, api } = opened;
  const ivo = { ...person({ firstName: "Ivo", lastName: "Invited", companyRole: "Viewer" }) };
  const signedIn = { user: ivo, token: "the-token-of-this-person" };
  api
    .answer(authRoutes.acceptInvitation, signedIn)
    .whenCalled(authRoutes.acceptInvitation, () => api.answer(authRoutes.me, signedIn));
  await page.getByLabel("First name").fill("Ivo");
  await page.getByLabel("Last name").fill("Invited");
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByRole("button", { name: "Join Harborline" }).click();
  await page.getByRole("heading", { level: 1, name: "You have joined Harborline" }).waitFor();
  await page.getByText("Your account is ready, as Viewer.").waitFor();
  await lookEveryWay(page, "joined");
  // The address alone says no more than what is so.
  await using straight = await openPage("/success");
  await straight.page.getByRole("heading", { level: 1, name: "You are signed in" }).waitFor();
});

it("says that the password is changed, and where to sign in with it", async () => {
  await using opened = await openPage("/login?reset", { as: null });
  const { page, api } = opened;
  api
    .answer(authRoutes.sendPasswordReset, {})
    .answer(authRoutes.localCode, { code: "123456" })
    .answer(authRoutes.resetPassword, {});
  await page.getByLabel("E-mail").fill("maya@harborline.example");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Use it" }).click();
  await page.getByLabel("New password").fill("a long enough password");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("heading", { level: 1, name: "Your password is changed" }).waitFor();
  await lookEveryWay(page, "password changed");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
});
