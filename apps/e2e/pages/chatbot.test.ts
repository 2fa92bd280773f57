import { readFile } from "node:fs/promises";
import {
  chatbotRoutes,
  customerRoutes,
  supportRoutes,
  supportTexts,
  USER_CLOSED_SESSION,
  type SupportSession,
} from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { answer, conversation, pageOf, question, said, sent } from "./examples/chatbot.ts";
import { customer, customersPage } from "./examples/customers.ts";
import { conversation as lines, session } from "./examples/support.ts";

const APOLOGY =
  "I apologize, but I'm having trouble responding right now. Would you like to contact our support team for assistance?";

const nobody = { session: null, isStaffOnline: true, supportEmail: null };

/** The customers page, and nothing asked on it yet. */
const onCustomers = (api: Parameters<NonNullable<NonNullable<Parameters<typeof openPage>[1]>["api"]>>[0]) =>
  api
    .answer(customerRoutes.list, customersPage([customer()]))
    .answer(supportRoutes.active, nobody)
    .answer(chatbotRoutes.conversations, pageOf([]));

describe("the chat on a page", () => {
  it("asks by keyboard, and shows figures with links to their rows, when they were true and what they rest on", async () => {
    await using opened = await openPage("/app/conversations", {
      api: (api) => api.answer(supportRoutes.active, nobody).answer(chatbotRoutes.conversations, pageOf([])),
    });
    const { page, api } = opened;
    await page.getByText("Nothing asked yet.").waitFor();
    // Conversations have the page: no second way to them floats above.
    expect(await page.getByRole("button", { name: "Ask the assistant" }).count()).toBe(0);
    onCustomers(api);
    await page.goto("/app/docs/getting-started");
    await page.getByRole("button", { name: "Ask the assistant" }).click();
    const box = page.getByRole("textbox", { name: "Ask about this page" });
    await expect.poll(() => box.evaluate((node) => node === document.activeElement)).toBe(true);
    const actions = page.getByRole("group", { name: "Quick actions" }).getByRole("button");
    const offered = ["What can you do", "Who to call", "At risk", "More"];
    await expect.poll(() => actions.allTextContents()).toEqual(offered);
    await box.fill("   ");
    await page.keyboard.press("Enter");
    await box.fill("What is our");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("revenue at risk?");
    api
      .answer(chatbotRoutes.send, sent())
      .answer(chatbotRoutes.history, pageOf([question("What is our\nrevenue at risk?"), said()]));
    await page.keyboard.press("Enter");
    const { body } = await api.called(chatbotRoutes.send, 1);
    expect(body).toMatchObject({
      message: "What is our\nrevenue at risk?",
      context: { type: 0, routePath: "/app/docs/getting-started" },
    });
    const log = page.getByRole("log", { name: "Conversation" });
    const figure = log.getByRole("link", { name: "$184,200" });
    await figure.waitFor();
    expect(await figure.getAttribute("href")).toBe("/app/dashboard/rows?figure=revenue_at_risk");
    await log.getByText("as of 2m ago").waitFor();
    await log.getByRole("link", { name: "Dashboard" }).waitFor();
    await lookEveryWay(page, "the chat with an answer");
    await page.keyboard.press("Escape");
    const reopen = page.getByRole("button", { name: "Open the conversation again" });
    await expect.poll(() => reopen.evaluate((node) => node === document.activeElement)).toBe(true);
    await reopen.click();
    await log.getByRole("link", { name: "$184,200" }).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Ask the assistant" }).waitFor();
  });

  it("says that it failed in the words for that, and sends the same again", async () => {
    await using opened = await openPage("/app/docs/getting-started", {
      api: (api) =>
        api
          .answer(supportRoutes.active, nobody)
          .answer(chatbotRoutes.conversations, pageOf([]))
          .refuse(chatbotRoutes.send, "unavailable"),
    });
    const { page, api, problems } = opened;
    await page.getByRole("button", { name: "Ask the assistant" }).click();
    await page.getByRole("button", { name: "Who to call" }).click();
    await page.getByText(APOLOGY).waitFor();
    api
      .answer(chatbotRoutes.send, sent())
      .answer(chatbotRoutes.history, pageOf([question("Who needs attention first?"), said()]));
    await page.getByRole("button", { name: "Try again" }).click();
    const again = await api.called(chatbotRoutes.send, 2);
    expect(again.body).toMatchObject({ message: "Who needs attention first?", type: "quick_action" });
    // Under its own id, by which it is known as the same question.
    expect(again.body.id).toBe((await api.called(chatbotRoutes.send, 1)).body.id ?? "an id");
    await page.getByRole("link", { name: "$184,200" }).waitFor();
    // The browser tells the log of the refused call.
    problems.splice(0);
  });

  it("reads a conversation, begins another when that is chosen, and leaves one that was deleted elsewhere", async () => {
    const general = { contextKey: "general", context: { type: 0, routePath: "/app" } } as const;
    const kept = conversation({
      ...general,
      id: "01a204f8-7003-7695-8c8a-25b739aa98af",
      title: "Before",
      unreadCount: 1,
    });
    await using opened = await openPage("/app/docs/getting-started", {
      api: (api) =>
        api
          .answer(supportRoutes.active, nobody)
          .answer(chatbotRoutes.conversations, pageOf([kept]))
          .answer(chatbotRoutes.history, pageOf([question("What is our revenue at risk?"), said()]))
          .answer(chatbotRoutes.markRead, { ...kept, unreadCount: 0 }),
    });
    const { page, api, problems } = opened;
    api.whenCalled(chatbotRoutes.markRead, () =>
      api.answer(chatbotRoutes.conversations, pageOf([{ ...kept, unreadCount: 0 }])),
    );
    await page.getByRole("button", { name: "Ask the assistant" }).click();
    const figure = page.getByRole("link", { name: "$184,200" });
    await figure.waitFor();
    expect((await api.called(chatbotRoutes.markRead, 1)).params).toEqual({ id: kept.id });
    await page.getByRole("button", { name: /^Before.*other conversations$/ }).click();
    await page.getByRole("menuitem", { name: "New conversation" }).click();
    await figure.waitFor({ state: "detached" });
    api.answer(chatbotRoutes.send, sent());
    const box = page.getByRole("textbox", { name: "Ask about this page" });
    await box.fill("Who needs attention first?");
    await box.press("Enter");
    expect((await api.called(chatbotRoutes.send, 1)).body.conversationId).toBeUndefined();
    await figure.waitFor();

    api
      .refuse(chatbotRoutes.send, "not_found")
      .refuse(chatbotRoutes.history, "not_found")
      .answer(chatbotRoutes.conversations, pageOf([]));
    await box.fill("And last month?");
    await box.press("Enter");
    expect((await api.called(chatbotRoutes.send, 2)).body.conversationId).toBe(conversation().id);
    await page.getByText(APOLOGY).waitFor();
    await figure.waitFor({ state: "detached" });
    api
      .answer(chatbotRoutes.send, sent())
      .answer(chatbotRoutes.history, pageOf([question("And last month?"), said()]));
    await page.getByRole("button", { name: "Try again" }).click();
    expect((await api.called(chatbotRoutes.send, 3)).body).toMatchObject({ message: "And last month?" });
    expect(api.asked(chatbotRoutes.send)[2]?.body.conversationId).toBeUndefined();
    await figure.waitFor();
    problems.splice(0);
  });

  it("shows markup in names and notes as the words they are", async () => {
    const order =
      '![beacon](https://evil.example/p.png) <img src="https://evil.example/x.png"> [go](javascript:alert(1))';
    await using opened = await openPage("/app/docs/getting-started", {
      api: (api) =>
        api
          .answer(supportRoutes.active, nobody)
          .answer(chatbotRoutes.conversations, pageOf([]))
          .answer(chatbotRoutes.send, sent())
          .answer(
            chatbotRoutes.history,
            pageOf([said({ blocks: [{ kind: "text", parts: [{ text: order, path: null }] }] })]),
          ),
    });
    const { page } = opened;
    await page.getByRole("button", { name: "Ask the assistant" }).click();
    await page.getByRole("button", { name: "At risk" }).click();
    const log = page.getByRole("log", { name: "Conversation" });
    await log.getByText(order).waitFor();
    expect(await log.locator("img").count()).toBe(0);
    expect(await log.locator('a[href*="evil"], a[href^="javascript"]').count()).toBe(0);
  });
});

describe("all conversations", () => {
  const kept = conversation({ remembered: [{ kind: "plan", label: "Plan", value: "Growth" }] });

  it("show thread, context, sources and what is remembered, and forget what is taken away", async () => {
    await using opened = await openPage(`/app/conversations?conversation=${kept.id}`, {
      api: (api) =>
        api
          .answer(supportRoutes.active, nobody)
          .answer(chatbotRoutes.conversations, pageOf([kept]))
          .answer(chatbotRoutes.history, pageOf([question("What is our revenue at risk?"), said()]))
          .answer(chatbotRoutes.forget, conversation())
          .answer(chatbotRoutes.rename, conversation({ title: "Risk talk" })),
    });
    const { page, api } = opened;
    await page.getByRole("heading", { name: "Conversations", level: 1 }).waitFor();
    await page.getByRole("link", { name: "$184,200" }).waitFor();
    await lookEveryWay(page, "conversations");
    await page.getByText("Reads as").waitFor();
    await page.getByText("No outside service was asked.").waitFor();
    api.answer(
      chatbotRoutes.history,
      pageOf([question("What is our revenue at risk?"), said({ engine: "model" })]),
    );
    await page.reload();
    await page.getByText("Answers marked so were worded by the language model").waitFor();
    expect(await page.getByText("No outside service was asked.").count()).toBe(0);
    const told = pageOf([question("What is our revenue at risk?"), said()]);
    const before = { ...pageOf([{ ...question("What did we ask first?"), id: kept.id }]), page: 2 };
    api.answer(chatbotRoutes.history, ({ query }) => ({
      ...(query["page"] === "2" ? before : told),
      totalPages: 2,
    }));
    await page.reload();
    await page.getByRole("button", { name: "Show earlier messages" }).click();
    await page.getByText("What did we ask first?").waitFor();
    await page.getByRole("link", { name: "$184,200" }).waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const file = await readFile(await (await download).path(), "utf8");
    expect(file.indexOf("What did we ask first?")).toBeLessThan(file.indexOf("What is our revenue at risk?"));
    expect(file).toContain("What did we ask first?");
    await page.getByRole("button", { name: "Forget Plan: Growth" }).click();
    expect((await api.called(chatbotRoutes.forget, 1)).params).toEqual({ id: kept.id, kind: "plan" });
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("Risk talk");
    await page.keyboard.press("Enter");
    expect((await api.called(chatbotRoutes.rename, 1)).body).toEqual({ title: "Risk talk" });
  });

  it("are read page by page, and one that is not among the first is opened all the same", async () => {
    const old = conversation({ id: "01a20a11-7003-7695-8c8a-25b739aa9777", title: "A talk of long ago" });
    await using opened = await openPage(`/app/conversations?conversation=${old.id}`, {
      api: (api) =>
        api
          .answer(supportRoutes.active, nobody)
          .answer(chatbotRoutes.conversations, ({ query }) => {
            if (query["id"] !== undefined) return pageOf([old]);
            const page = Number(query["page"] ?? 1);
            return { ...pageOf(page === 1 ? [kept] : [old]), page, totalCount: 2, totalPages: 2 };
          })
          .answer(chatbotRoutes.history, pageOf([question("What did we ask first?"), said()]))
          .answer(chatbotRoutes.send, sent()),
    });
    const { page, api } = opened;
    await page.getByText(old.title, { exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Ask about your customers" }).fill("And since then?");
    await page.keyboard.press("Enter");
    expect((await api.called(chatbotRoutes.send, 1)).body).toMatchObject({
      conversationId: old.id,
      context: old.context,
    });
    // With its answer the list is asked for anew, which would call off a page that is on its way.
    await page.getByRole("log").getByText("And since then?").waitFor({ state: "detached" });
    await page.getByText("1 of 2 shown").waitFor();
    await page.getByRole("button", { name: "Show more" }).click();
    await page.getByRole("button", { name: /A talk of long ago/ }).waitFor();
    await page.getByRole("button", { name: "Show more" }).waitFor({ state: "detached" });
  });

  it("are deleted with a way back, and cleared when that is confirmed", async () => {
    await using opened = await openPage(`/app/conversations?conversation=${kept.id}`, {
      api: (api) =>
        api
          .answer(supportRoutes.active, nobody)
          .answer(chatbotRoutes.conversations, pageOf([kept]))
          .answer(
            chatbotRoutes.history,
            pageOf([question("Hello"), said({ blocks: answer().blocks.slice(0, 1) })]),
          )
          .answer(chatbotRoutes.clear, {})
          .answer(chatbotRoutes.remove, {})
          .answer(chatbotRoutes.restore, kept),
    });
    const { page, api } = opened;
    await page.getByRole("button", { name: "Clear messages" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Clear messages" }).click();
    await api.called(chatbotRoutes.clear, 1);
    await page.getByRole("button", { name: "Delete conversation" }).click();
    await page.getByText("Deleted: Dashboard").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await api.called(chatbotRoutes.restore, 1);
    await page.waitForURL(`**conversation=${kept.id}`);
  });
});

describe("from the assistant to a person", () => {
  const waiting = session({ status: "Pending", escalationLevel: 0, aiSessionActive: false });
  const running = session({ status: "AdminActive", assignedAdminName: "Dana Whitfield" });
  const supported = (api: ApiStandIn, mine: SupportSession) =>
    api
      .answer(chatbotRoutes.conversations, pageOf([]))
      .answer(supportRoutes.messages, { items: lines.slice(0, 2), hasEarlier: false, session: mine })
      .answer(supportRoutes.address, { supportEmail: null })
      .answer(supportRoutes.read, {});

  it("a message that asks for one starts a session with what was said, and Page Help stays beside it", async () => {
    await using opened = await openPage("/app/docs/getting-started", {
      api: (api) =>
        supported(api, waiting).answer(supportRoutes.active, nobody).answer(supportRoutes.start, waiting),
    });
    const { page, api } = opened;
    await page.getByRole("button", { name: "Ask the assistant" }).click();
    const box = page.getByRole("textbox", { name: "Ask about this page" });
    await box.waitFor();
    expect(await page.getByRole("radio", { name: "Support Chat" }).count()).toBe(0);
    api.whenCalled(supportRoutes.start, () =>
      api.answer(supportRoutes.active, { ...nobody, session: waiting }),
    );
    await box.fill("I need human support please");
    await box.press("Enter");
    expect((await api.called(supportRoutes.start, 1)).body).toMatchObject({
      initialMessage: "I need human support please",
      originalContext: { type: 0, routePath: "/app/docs/getting-started" },
    });
    await page.getByText("Waiting for support (Level 0)").first().waitFor();
    await page.getByText(supportTexts.pendingHint).waitFor();
    await lookEveryWay(page, "a session in the chat");
    await page.getByRole("radio", { name: "Page Help" }).click();
    await box.fill("contact support");
    await box.press("Enter");
    await page.getByText(supportTexts.alreadyActive).waitFor();
    expect(api.asked(supportRoutes.start).length).toBe(1);
    // Not taken, so not lost.
    expect(await box.inputValue()).toBe("contact support");
  });

  const closed = session({ ...running, status: "Closed", closedAt: running.lastMessageAt });
  const asClosed = (api: ApiStandIn) =>
    api
      .answer(supportRoutes.active, nobody)
      .answer(supportRoutes.messages, { items: lines.slice(0, 2), hasEarlier: false, session: closed });

  it("somebody who takes the session opens the chat, and ending it leads back to Page Help", async () => {
    await using opened = await openPage("/app/docs/getting-started", {
      api: (api) =>
        supported(api, running)
          .answer(supportRoutes.active, { ...nobody, session: running })
          .answer(supportRoutes.close, closed)
          .answer(supportRoutes.rate, { ...closed, wasHelpful: true }),
    });
    const { page, api } = opened;
    await page.getByRole("button", { name: "Ask the assistant" }).waitFor();
    await page.getByText("Real-time notifications active").first().waitFor({ state: "attached" });
    api.tell("SupportSessionClaimed", { ...running, userId: person().id });
    await page.getByText("Chat with Dana Whitfield").first().waitFor();
    api.whenCalled(supportRoutes.close, () => asClosed(api));
    await page.getByRole("button", { name: "End Session" }).click();
    expect((await api.called(supportRoutes.close, 1)).body).toEqual({ reason: USER_CLOSED_SESSION });
    await page.getByRole("textbox", { name: "Ask about this page" }).waitFor();
    const ended = page.getByRole("region", { name: "Support session that ended" });
    await ended.getByText("Session closed. Did this help?").waitFor();
    await page.getByRole("radio", { name: "Support Chat" }).waitFor({ state: "detached" });
    await lookEveryWay(page, "a session that ended");
    await ended.getByRole("button", { name: "Yes" }).click();
    expect((await api.called(supportRoutes.rate, 1)).body).toEqual({ wasHelpful: true });
    await ended.getByText("Thank you for telling us.").waitFor();
    await ended.getByRole("button", { name: "Put away" }).click();
    await ended.waitFor({ state: "detached" });
  });

  it("an end from elsewhere leads back to Page Help too, and another claim opens the chat again", async () => {
    await using opened = await openPage("/app/docs/getting-started", {
      api: (api) => supported(api, running).answer(supportRoutes.active, { ...nobody, session: running }),
    });
    const { page, api } = opened;
    await page.getByRole("button", { name: "Ask the assistant" }).click();
    await page.getByText("Chat with Dana Whitfield").first().waitFor();
    await page.getByText("Real-time notifications active").first().waitFor({ state: "attached" });
    const answerActive = api.hold(supportRoutes.active);
    asClosed(api).tell("SupportSessionClosed", { sessionId: running.id, status: "Closed", reason: "Solved" });
    await page.getByText("Session closed. Did this help?").waitFor();
    await page.getByRole("textbox", { name: "Ask about this page" }).waitFor();
    answerActive();
    await page.getByRole("button", { name: "Close" }).click();
    const another = { ...running, id: "01a20a11-7003-7695-8c8a-25b739aa9809", userId: person().id };
    supported(api, another)
      .answer(supportRoutes.active, { ...nobody, session: another })
      .tell("SupportSessionClaimed", another);
    await page.getByText("Chat with Dana Whitfield").first().waitFor();
  });

  it("stands among the conversations too", async () => {
    await using opened = await openPage(`/app/conversations?show=support&session=${running.id}`, {
      api: (api) =>
        supported(api, running)
          .answer(supportRoutes.active, { ...nobody, session: running })
          .answer(supportRoutes.list, pageOf([running])),
    });
    const { page, api } = opened;
    await page.getByRole("list", { name: "Support sessions" }).waitFor();
    await page.getByText("Chat with Dana Whitfield").first().waitFor();
    await lookEveryWay(page, "a session among conversations");
    await page.getByRole("tab", { name: /^Assistant/ }).click();
    await page.getByRole("button", { name: "New", exact: true }).click();
    const box = page.getByRole("textbox", { name: "Ask about your customers" });
    await box.fill("Can I talk to a person?");
    await box.press("Enter");
    await page.getByText(supportTexts.alreadyActive).waitFor();
    expect(api.asked(chatbotRoutes.send).length).toBe(0);
  });
});
