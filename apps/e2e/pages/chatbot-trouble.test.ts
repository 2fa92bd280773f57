import { chatbotRoutes, customerRoutes, supportRoutes, supportTexts } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import type { OpenedPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { conversation, pageOf, question, said, sent } from "./examples/chatbot.ts";
import { customer, customersPage } from "./examples/customers.ts";
import { conversation as lines, message, session } from "./examples/support.ts";

const APOLOGY = /^I apologize, but I'm having trouble responding right now\./;
const docs = "/app/docs/getting-started";
const nobody = { session: null, isStaffOnline: true, supportEmail: null };
const general = conversation({ contextKey: "general", context: { type: 0, routePath: docs } });

const quiet = (api: ApiStandIn) =>
  api.answer(supportRoutes.active, nobody).answer(chatbotRoutes.conversations, pageOf([]));
const ask = ({ page }: OpenedPage) => page.getByRole("button", { name: "Ask the assistant" }).click();

describe("a question in the chat", () => {
  it("that failed is found again on the page it was asked on, and asked again about that page", async () => {
    await using opened = await openPage(docs, {
      api: (api) =>
        quiet(api)
          .answer(customerRoutes.list, customersPage([customer()]))
          .refuse(chatbotRoutes.send, "unavailable"),
    });
    const { page, api, problems } = opened;
    await ask(opened);
    await page.getByRole("textbox", { name: "Ask about this page" }).fill("How do I import?");
    await page.keyboard.press("Enter");
    await page.getByText(APOLOGY).waitFor();
    await page.getByRole("link", { name: "Customers", exact: true }).click();
    const box = page.getByRole("textbox", { name: "Ask about your customers" });
    await box.waitFor();
    expect(await page.getByText(APOLOGY).count()).toBe(0);
    // One that is on its way elsewhere holds up nothing here.
    await page.goBack();
    const answerSend = api.hold(chatbotRoutes.send);
    await page.getByRole("button", { name: "Try again" }).click();
    expect((await api.called(chatbotRoutes.send, 2)).body).toMatchObject({
      message: "How do I import?",
      context: { type: 0, routePath: docs },
    });
    await page.goForward();
    await box.fill("How many customers do we have?");
    await box.press("Enter");
    expect((await api.called(chatbotRoutes.send, 3)).body).toMatchObject({
      message: "How many customers do we have?",
      context: { type: 7, routePath: "/app/customers" },
    });
    answerSend();
    await page.getByText(APOLOGY).waitFor();
    // Put away and taken out again, it is still there.
    await page.getByRole("button", { name: "Minimise" }).click();
    await page.getByRole("button", { name: "Open the conversation again" }).click();
    await page.getByText(APOLOGY).waitFor();
    await page.getByText("How many customers do we have?").waitFor();
    problems.splice(0);
  });

  it("is read in the other tab too", async () => {
    await using opened = await openPage(docs, { api: quiet });
    const { page, api, context } = opened;
    const other = await context.newPage();
    await api.attend(other);
    await other.goto(docs);
    // Both have it before either opens it: a tab whose chat comes later finds it open.
    const buttons = [page, other].map((tab) => tab.getByRole("button", { name: "Ask the assistant" }));
    for (const button of buttons) await button.waitFor();
    for (const button of buttons) await button.click();
    for (const tab of [page, other]) {
      await tab.getByRole("textbox", { name: "Ask about this page" }).waitFor();
    }
    api.whenCalled(chatbotRoutes.send, () =>
      api
        .answer(chatbotRoutes.conversations, pageOf([general]))
        .answer(chatbotRoutes.history, pageOf([question("What is at risk?"), said()])),
    );
    api.answer(chatbotRoutes.send, sent());
    await page.getByRole("textbox", { name: "Ask about this page" }).fill("What is at risk?");
    await page.keyboard.press("Enter");
    for (const tab of [page, other]) await tab.getByRole("link", { name: "$184,200" }).waitFor();
  });

  it("that began a conversation calls nobody back who has gone on to another", async () => {
    const other = conversation({ id: "01a204f8-7003-7695-8c8a-25b739aa98bb", title: "Another talk" });
    await using opened = await openPage("/app/conversations?conversation=new", {
      api: (api) =>
        quiet(api)
          .answer(chatbotRoutes.conversations, pageOf([other]))
          .answer(chatbotRoutes.history, pageOf([question("What did we ask first?"), said()]))
          .answer(chatbotRoutes.send, sent()),
    });
    const { page, api } = opened;
    const answerSend = api.hold(chatbotRoutes.send);
    const box = page.getByRole("textbox", { name: "Ask about your customers" });
    await box.fill("What is at risk?");
    await box.press("Enter");
    await api.called(chatbotRoutes.send, 1);
    await page.getByRole("button", { name: /^Another talk/ }).click();
    await page.getByText("What did we ask first?").waitFor();
    await page.getByRole("button", { name: "New", exact: true }).click();
    const waiting = page.getByRole("log", { name: "Conversation" }).getByText("What is at risk?");
    await waiting.waitFor();
    answerSend();
    await waiting.waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.get("conversation")).toBe("new");
  });

  it("is asked where the conversation did not load, which says so and how to try again", async () => {
    await using opened = await openPage(docs, {
      api: (api) =>
        quiet(api)
          .answer(chatbotRoutes.conversations, pageOf([general]))
          .refuse(chatbotRoutes.history, "unavailable"),
    });
    const { page, api, problems } = opened;
    await ask(opened);
    await page.getByText("The conversation did not load").waitFor();
    await lookEveryWay(page, "the chat that did not load");
    api.answer(chatbotRoutes.history, pageOf([question("What is at risk?"), said()]));
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("link", { name: "$184,200" }).waitFor();
    expect(api.asked(chatbotRoutes.history)[0]?.query).toEqual({ page: "1", pageSize: "20" });
    problems.splice(0);
  });

  it("cannot be asked where the chat's code is gone, which says so in its place", async () => {
    await using opened = await openPage(docs, {
      api: quiet,
      isGone: (pathname) => pathname.includes("/chat-panel"),
    });
    const { page, problems } = opened;
    await ask(opened);
    await page.getByText("This part did not load").waitFor();
    await lookEveryWay(page, "the chat without its code");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Ask the assistant" }).waitFor();
    problems.splice(0);
  });
});

describe("a session with support", () => {
  const running = session({
    status: "AdminActive",
    assignedAdminName: "Dana Whitfield",
    userId: person().id,
  });
  const withSession = (api: ApiStandIn, mine = running) =>
    api
      .answer(chatbotRoutes.conversations, pageOf([]))
      .answer(supportRoutes.active, { ...nobody, session: mine })
      .answer(supportRoutes.messages, { items: lines.slice(0, 2), hasEarlier: false, session: mine })
      .answer(supportRoutes.list, pageOf([mine]))
      .answer(supportRoutes.address, { supportEmail: null })
      .answer(supportRoutes.read, {});

  it("says on the button how much was said while the chat was put away, and ends where the end was missed", async () => {
    await using opened = await openPage(docs, { api: (api) => withSession(api) });
    const { page, api } = opened;
    await page.getByText("Real-time notifications active").first().waitFor({ state: "attached" });
    await ask(opened);
    await page.getByText("Chat with Dana Whitfield").first().waitFor();
    await page.getByRole("radio", { name: "Page Help" }).click();
    await page.getByRole("textbox", { name: "Ask about this page" }).waitFor();
    const reply = { type: "AdminMessage", isFromUser: false, isFromAdmin: true } as const;
    api.tell("SupportMessageReceived", message(7, { ...reply, content: "Here it is." }));
    await page.getByRole("radio", { name: "Support Chat (1 new)" }).waitFor();
    await page.getByRole("button", { name: "Minimise" }).click();
    // What the hub did not bring is asked for once it is there again.
    api.answer(supportRoutes.active, { ...nobody, session: { ...running, lastSequence: 8 } }).hangUp();
    await page.getByRole("button", { name: / 2 new messages from support$/ }).waitFor();
    api.tell("SupportMessageReceived", message(9, { ...reply, content: "Does that help?" }));
    const button = page.getByRole("button", {
      name: /^Open the conversation again ?, 3 new messages from support$/,
    });
    await button.waitFor();
    // It has the focus, and with that its tooltip over it.
    await button.evaluate((node) => node.blur());
    await page.getByRole("tooltip").waitFor({ state: "detached" });
    await lookEveryWay(page, "the button with news");
    await button.click();
    const later = [7, 8, 9].map((at) => message(at, { ...reply, content: `Reply ${at}` }));
    api.answer(supportRoutes.messages, {
      items: [...lines, ...later],
      hasEarlier: false,
      session: { ...running, lastSequence: 9 },
    });
    await page.getByRole("radio", { name: "Support Chat (3 new)" }).click();
    await page.getByText("Reply 9").waitFor();
    expect((await api.called(supportRoutes.read, 1)).body).toEqual({ sequence: 9 });
    await page.getByRole("radio", { name: "Support Chat", exact: true }).waitFor();
    // It ends while nobody listens: no event comes.
    withSession(api, { ...running, status: "Closed", closedAt: running.lastMessageAt });
    api.answer(supportRoutes.active, nobody);
    await page.reload();
    await page.getByText("Session closed. Did this help?").waitFor();
    await page.getByRole("textbox", { name: "Ask about this page" }).waitFor();
    expect(await page.getByRole("radio", { name: "Support Chat" }).count()).toBe(0);
  });

  it("is unread among the conversations, and stands in nobody's way once it has ended", async () => {
    await using opened = await openPage("/app/conversations?show=support", {
      api: (api) => withSession(api, { ...running, userReadSequence: 4 }),
    });
    const { page, api } = opened;
    await page.getByRole("tab", { name: "Support 2 unread" }).waitFor();
    await page.getByRole("button", { name: /^Import stuck at Validating.*2 unread/ }).waitFor();
    await lookEveryWay(page, "an unread session among conversations");
    await page.getByText("Real-time notifications active").first().waitFor({ state: "attached" });
    await page.getByRole("tab", { name: "Assistant" }).click();
    await page.getByRole("button", { name: "New", exact: true }).click();
    const box = page.getByRole("textbox", { name: "Ask about your customers" });
    await box.fill("Can I talk to a person?");
    await box.press("Enter");
    const warning = page.getByText(supportTexts.alreadyActive);
    await warning.waitFor();
    api
      .answer(supportRoutes.active, nobody)
      .tell("SupportSessionClosed", { sessionId: running.id, status: "Closed", reason: "Solved" });
    await warning.waitFor({ state: "detached" });
  });
});
