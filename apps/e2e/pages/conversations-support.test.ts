import { chatbotRoutes, supportRoutes, supportStaffRoutes, supportTexts } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { pageOf } from "./examples/chatbot.ts";
import { conversation, detail, message, queue, session, staffSession, tiles } from "./examples/support.ts";

const nobody = { session: null, isStaffOnline: true, supportEmail: null };
const mine = session({ userId: person().id });
const inTab = (api: ApiStandIn) =>
  api
    .answer(chatbotRoutes.conversations, pageOf([]))
    .answer(supportRoutes.active, nobody)
    .answer(supportRoutes.list, pageOf([]))
    .answer(supportRoutes.address, { supportEmail: null })
    .answer(supportRoutes.messages, { items: conversation, hasEarlier: false, session: mine })
    .answer(supportRoutes.read, {});

describe("the support tab of the conversations", () => {
  it("has the documentation, the way to a person and a letter, and says what is known of a session", async () => {
    await using opened = await openPage("/app/conversations?show=support", {
      api: (api) => inTab(api).answer(supportRoutes.start, mine),
    });
    const { page, api } = opened;
    await page.getByRole("searchbox", { name: "Search the documentation" }).waitFor();
    await page.getByText("Not urgent? We answer by e-mail within 24 hours.").waitFor();
    await lookEveryWay(page, "the ways to help");
    await page.getByRole("textbox", { name: "What is it about?" }).fill("My import hangs");
    api.whenCalled(supportRoutes.start, () =>
      api
        .answer(supportRoutes.active, { ...nobody, session: mine })
        .answer(supportRoutes.list, pageOf([mine])),
    );
    await page.getByRole("button", { name: "Start a session" }).click();
    await page.waitForURL(`**session=${mine.id}`);
    const facts = page.getByRole("region", { name: "About this session" });
    await facts.getByRole("heading", { name: "What support sees" }).waitFor();
    await facts.getByText("3 min, AI assistant").waitFor();
    await facts.getByText("Not yet").waitFor();
    await facts.getByText("Not your customers and their data").waitFor();
    await lookEveryWay(page, "a session among the conversations");
    await page.getByRole("button", { name: "New session" }).click();
    await page.getByText("One at a time: end it to start another.").waitFor();
    await page.getByRole("button", { name: "Go on with it" }).click();
    await facts.waitFor();
  });

  it("keeps what did not go, and what was begun, after the page was loaded anew and while another is shown", async () => {
    const other = session({ id: "01a20a11-7003-7695-8c8a-25b739aa9899", topic: "Before that" });
    await using opened = await openPage(`/app/conversations?show=support&session=${mine.id}`, {
      api: (api) =>
        inTab(api)
          .answer(supportRoutes.list, pageOf([mine, other]))
          .refuse(supportRoutes.send, "unavailable"),
    });
    const { page, api, problems } = opened;
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    await box.fill("One more thing");
    await box.press("Enter");
    await page.getByText(supportTexts.sendFailed).waitFor();
    await box.fill("and half a sen");
    await page.getByRole("button", { name: /^Before that/ }).click();
    await page.waitForURL(`**session=${other.id}`);
    await page.getByRole("button", { name: new RegExp(`^${mine.topic}`) }).click();
    await page.waitForURL(`**session=${mine.id}`);
    await expect.poll(() => box.inputValue()).toBe("and half a sen");
    await page.reload();
    await page.getByText("One more thing").waitFor();
    const [first] = api.asked(supportRoutes.send);
    api.answer(supportRoutes.send, ({ body }) => message(7, { id: body.id!, content: body.content }));
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(supportTexts.sendFailed).waitFor({ state: "detached" });
    expect((await api.called(supportRoutes.send, 2)).body.id).toBe(first!.body.id);
    problems.splice(0);
  });

  it("reads back to the first message, and says where that did not load", async () => {
    const newest = Array.from({ length: 3 }, (_, at) => message(41 + at, { content: `Said ${41 + at}` }));
    await using opened = await openPage(`/app/conversations?show=support&session=${mine.id}`, {
      api: (api) =>
        inTab(api).answer(supportRoutes.messages, {
          items: newest,
          hasEarlier: true,
          session: { ...mine, lastSequence: 43 },
        }),
    });
    const { page, api, problems } = opened;
    await page.getByText("Said 43").waitFor();
    await page.getByText("Real-time notifications active").first().waitFor({ state: "attached" });
    api.refuse(supportRoutes.messages, "unavailable");
    const earlier = page.getByRole("button", { name: "Show earlier messages" });
    await earlier.click();
    await page.getByText("They did not load. Try again.").waitFor();
    api.answer(supportRoutes.messages, {
      items: [message(39, { content: "Said 39" }), message(40, { content: "Said 40" })],
      hasEarlier: true,
      session: { ...mine, lastSequence: 43 },
    });
    await earlier.click();
    await page.getByText("Said 39").waitFor();
    expect(api.asked(supportRoutes.messages).map(({ query }) => query)).toContainEqual({ before: "41" });
    await page.getByText("Said 43").waitFor();
    problems.splice(0);
  });
});

describe("the assistant in page help", () => {
  it("says why a question was not taken, where trying again changes nothing", async () => {
    await using opened = await openPage("/app/docs/getting-started", {
      api: (api) => inTab(api).refuse(chatbotRoutes.send, "invalid_state"),
    });
    const { page, api, problems } = opened;
    await page.getByRole("button", { name: "Ask the assistant" }).click();
    await page.getByRole("textbox", { name: "Ask about this page" }).fill("How do I import?");
    await page.keyboard.press("Enter");
    await api.called(chatbotRoutes.send, 1);
    await page.getByRole("button", { name: "Try again" }).waitFor();
    expect(await page.getByText(/^I apologize/).count()).toBe(0);
    problems.splice(0);
  });
});

describe("a session on the support dashboard", () => {
  it("whose messages did not load is not answered blind", async () => {
    const admin = person({ platformRole: "Admin", firstName: "Dana", lastName: "Whitfield" });
    const taken = {
      status: "AdminActive",
      assignedAdminId: admin.id,
      assignedAdminName: "Dana Whitfield",
    } as const;
    await using opened = await openPage(`/app/admin/support?session=${staffSession().id}`, {
      as: admin,
      api: (api) =>
        api
          .answer(supportStaffRoutes.sessions, queue())
          .answer(supportStaffRoutes.tiles, tiles)
          .answer(supportStaffRoutes.session, detail(taken))
          .answer(supportStaffRoutes.presence, {})
          .answer(supportStaffRoutes.cannedReplies, { items: [] })
          .answer(supportRoutes.read, {})
          .refuse(supportRoutes.messages, "unavailable"),
    });
    const { page, api, problems } = opened;
    await page.getByText("The messages did not load").waitFor();
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    expect(await box.isDisabled()).toBe(true);
    await lookEveryWay(page, "a session without its messages");
    api.answer(supportRoutes.messages, { items: conversation, hasEarlier: false, session: session(taken) });
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Escalated to level 2: deadline mentioned, same issue twice").waitFor();
    expect(await box.isDisabled()).toBe(false);
    problems.splice(0);
  });
});
