import { demoRoutes, waitingListRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import type { OpenedPage } from "../harness/open-page.ts";

async function openDialog({ page }: OpenedPage) {
  await page.getByRole("button", { name: "Join the waiting list" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Join Our Waitlist" });
  await dialog.waitFor();
  return dialog;
}

it("takes somebody onto the waiting list, says so, and closes after three seconds, empty again", async () => {
  await using opened = await openPage("/", {
    as: null,
    api: (api) =>
      api.refuse(waitingListRoutes.join, "validation_failed", {
        fields: { email: "Enter a valid e-mail address" },
      }),
  });
  const { page, api } = opened;
  const dialog = await openDialog(opened);
  const join = dialog.getByRole("button", { name: "Join Waitlist" });
  expect(await join.isDisabled()).toBe(true);
  await lookEveryWay(page, "waitlist");
  await dialog.getByLabel("First Name").fill("Elena");
  await dialog.getByLabel("Email Address").fill("elena@northquay.example");
  await join.click();
  await dialog.getByText("Enter a valid e-mail address").waitFor();
  api.answer(waitingListRoutes.join, { confirmByMail: false });
  await join.click();
  await dialog.getByText("You're on the list!").waitFor();
  const { body } = await api.called(waitingListRoutes.join, 2);
  expect(body).toEqual({
    email: "elena@northquay.example",
    firstName: "Elena",
    lastName: "",
    companyName: "",
    source: "landing",
    website: "",
    openForMs: expect.any(Number),
  });
  expect((body as { openForMs: number }).openForMs).toBeGreaterThanOrEqual(1500);
  await dialog.waitFor({ state: "hidden" });
  const again = await openDialog(opened);
  expect(await again.getByLabel("Email Address").inputValue()).toBe("");
  await page.keyboard.press("Escape");
  await again.waitFor({ state: "hidden" });
});

it("leaves a form alone that was opened while the one before was still joining", async () => {
  await using opened = await openPage("/", {
    as: null,
    api: (api) => {
      api.answer(demoRoutes.sampleModel, { model: null });
      api.answer(waitingListRoutes.join, { confirmByMail: false });
    },
  });
  const { page, api } = opened;
  const { promise: letThrough, resolve } = Promise.withResolvers<undefined>();
  await page.route("**/api/waiting-list/join", async (call) => {
    await letThrough;
    await call.fallback();
  });
  const dialog = await openDialog(opened);
  // Called off while it only waits to be sent, it is not sent.
  await dialog.getByLabel("Email Address").fill("nobody@northquay.example");
  await dialog.getByRole("button", { name: "Join Waitlist" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await openDialog(opened);
  await dialog.getByLabel("Email Address").fill("elena@northquay.example");
  const sent = page.waitForRequest("**/api/waiting-list/join");
  await dialog.getByRole("button", { name: "Join Waitlist" }).click();
  await sent;
  const answered = page.waitForResponse("**/api/waiting-list/join");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const again = await openDialog(opened);
  await again.getByLabel("Email Address").fill("tom@northquay.example");
  resolve(undefined);
  await (await answered).finished();
  // What the answer brings about is brought about before the browser answers this.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  expect(await again.getByLabel("Email Address").inputValue()).toBe("tom@northquay.example");
  expect(await again.getByText("You're on the list!").isVisible()).toBe(false);
  await again.getByRole("button", { name: "Join Waitlist" }).click();
  await again.getByText("You're on the list!").waitFor();
  expect((await api.called(waitingListRoutes.join, 2)).body).toMatchObject({
    email: "tom@northquay.example",
  });
});
