import { chatbotRoutes, supportRoutes, supportTexts } from "@forestay/contracts";
import { expect, it } from "vitest";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { box, log, say } from "../harness/support-pages.ts";
import { conversation, message, session } from "./examples/support.ts";

it("two tabs of one person are in step: what is written, on its way and not sent stands in both, and a tab that goes leaves it behind", async () => {
  const mine = session({ status: "AdminActive", assignedAdminName: "Dana Whitfield", userId: person().id });
  await using opened = await openPage("/app/support", {
    api: (api) =>
      api
        .answer(supportRoutes.active, { session: mine, isStaffOnline: true, supportEmail: null })
        .answer(supportRoutes.address, { supportEmail: null })
        .answer(supportRoutes.list, { items: [mine], totalCount: 1, page: 1, pageSize: 20, totalPages: 1 })
        .answer(supportRoutes.messages, { items: conversation, hasEarlier: false, session: mine })
        .answer(supportRoutes.read, {})
        .answer(chatbotRoutes.conversations, {
          items: [],
          totalCount: 0,
          page: 1,
          pageSize: 100,
          totalPages: 0,
        })
        .refuse(supportRoutes.send, "unavailable"),
  });
  const { page: first, context, api } = opened;
  const second = await context.newPage();
  await api.attend(second);
  await second.goto("/app/support");
  await box(second).fill("One more");
  await first.waitForFunction(
    () => document.querySelector("textarea[aria-label='Message']")?.textContent === "One more",
  );
  await say(first, "One more thing");
  for (const tab of [first, second]) await tab.getByText(supportTexts.sendFailed).waitFor();
  await expect.poll(() => box(second).inputValue()).toBe("");

  // The other tab changes how its chat stands, and takes nothing back of what this one keeps.
  await second.getByRole("button", { name: "Ask the assistant" }).click();
  await second.getByRole("dialog", { name: "Assistant" }).getByRole("button", { name: "Minimise" }).click();
  await first.reload();
  await first.getByText(supportTexts.sendFailed).waitFor();

  // Never answered: the page that waits for it goes.
  api.hold(supportRoutes.send);
  await second.getByRole("button", { name: "Try again" }).click();
  await log(first).getByText("Sending...", { exact: true }).waitFor();
  // Loaded anew while another tab sends it, it is still on its way.
  await first.reload();
  await log(first).getByText("Sending...", { exact: true }).waitFor();
  expect(await first.getByText(supportTexts.sendFailed).count()).toBe(0);
  await first.getByText("Real-time notifications active").first().waitFor({ state: "attached" });
  await second.close();
  await first.getByText(supportTexts.sendFailed).waitFor();
  const { id, content } = (await api.called(supportRoutes.send)).body;
  // It had arrived all the same: what the thread holds is not unsent any more.
  api.tell("SupportMessageReceived", message(7, { id: id!, content }));
  await first.getByText(supportTexts.sendFailed).waitFor({ state: "detached" });
  await expect.poll(() => log(first).getByText("One more thing").count()).toBe(1);
});
