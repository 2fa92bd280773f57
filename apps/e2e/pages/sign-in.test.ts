import { authRoutes, errorTable } from "@forestay/contracts";
import { expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";

it("says why the session that was here has ended, and nothing of it to whoever had none", async () => {
  await using ended = await openPage("/login", {
    as: null,
    api: (api) => api.refuse(authRoutes.me, "session_ended"),
  });
  await ended.page.getByRole("status").filter({ hasText: errorTable.session_ended.message }).waitFor();
  await lookEveryWay(ended.page, "sign-in, session ended");
  await using fresh = await openPage("/login", { as: null });
  await fresh.page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await fresh.page.getByRole("status").count()).toBe(0);
});

it("says to whoever has the password of a deactivated account that it is one", async () => {
  await using opened = await openPage("/login", {
    as: null,
    api: (api) => api.refuse(authRoutes.login, "account_disabled"),
  });
  const { page } = opened;
  await page.getByLabel("E-mail").fill("lee@harborline.example");
  await page.getByLabel("Password").fill("the right password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").filter({ hasText: errorTable.account_disabled.message }).waitFor();
});
