import { supportRoutes, supportStaffRoutes, supportTexts, type SupportMessage } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { NOW, openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { said } from "./examples/chatbot.ts";
import {
  conversation,
  detail,
  luis,
  message,
  queue,
  session,
  staffSession,
  tiles,
} from "./examples/support.ts";

const admin = person({ platformRole: "Admin", firstName: "Dana", lastName: "Whitfield" });
const page = (items: ReturnType<typeof session>[]) => ({
  items,
  totalCount: items.length,
  page: 1,
  pageSize: 20,
  totalPages: 1,
});

const staffApi = (api: ApiStandIn) =>
  api
    .answer(supportStaffRoutes.sessions, queue())
    .answer(supportStaffRoutes.tiles, tiles)
    .answer(supportStaffRoutes.session, detail())
    .answer(supportStaffRoutes.presence, {})
    .answer(supportStaffRoutes.cannedReplies, {
      items: [{ id: luis.id, title: "Hello", body: "Hello {name}, {me} here." }],
    })
    .answer(supportRoutes.messages, { items: conversation, hasEarlier: false, session: session() })
    .answer(supportRoutes.read, {});

describe("the support dashboard", () => {
  it("says who waits and how support does; a session is read, claimed, and answered by who claimed it", async () => {
    await using opened = await openPage("/app/admin/support", { as: admin, api: staffApi });
    const { page, api } = opened;
    await page.getByText("2 open sessions, longest wait 2m · here: Dana Whitfield").waitFor();
    await page.getByRole("link", { name: "Support Dashboard 1 waiting" }).waitFor();
    for (const words of ["4 min", "41%", "92%", "Waiting for support (Level 0)"])
      await page.getByText(words, { exact: true }).waitFor();
    await page.getByRole("button", { name: /Hannah Feldman/ }).click();
    await page.waitForURL(`**session=${staffSession().id}`);
    await page.getByText("Escalated to level 2: deadline mentioned, same issue twice").waitFor();
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    await page.getByPlaceholder("Claim the session to reply").waitFor();
    expect(await box.isDisabled()).toBe(true);
    await lookEveryWay(page, "the support dashboard");

    const mine = {
      status: "AdminActive",
      assignedAdminId: admin.id,
      assignedAdminName: "Dana Whitfield",
    } as const;
    api
      .answer(supportStaffRoutes.claim, staffSession(mine))
      .whenCalled(supportStaffRoutes.claim, () =>
        api
          .answer(supportStaffRoutes.session, detail(mine))
          .answer(supportRoutes.messages, { items: conversation, hasEarlier: false, session: session(mine) }),
      );
    await page.getByRole("button", { name: "Claim session" }).click();
    await api.called(supportStaffRoutes.claim);
    await page.getByText("Chat with Dana Whitfield").first().waitFor();
    await page.getByRole("button", { name: "Kept replies" }).click();
    await page.getByRole("button", { name: /^Hello/ }).click();
    await expect.poll(() => box.inputValue()).toBe("Hello Hannah, Dana Whitfield here.");
    api.answer(supportRoutes.send, ({ body }) =>
      message(7, { ...adminsOwn, id: body.id!, content: body.content }),
    );
    await box.press("Enter");
    expect((await api.called(supportRoutes.send)).body).toMatchObject({
      content: "Hello Hannah, Dana Whitfield here.",
    });
    await page.getByRole("button", { name: "Close session" }).click();
    await page.getByRole("dialog", { name: "Close this session" }).waitFor();
    await lookEveryWay(page, "closing a session");
  });

  it("takes the open sessions by the hub when it connects, and claims by it; the one who was later sees who has it", async () => {
    const pending = { ...luis, lastMessage: "Said while nobody listened" };
    const mine = {
      status: "AdminActive",
      assignedAdminId: admin.id,
      assignedAdminName: "Dana Whitfield",
    } as const;
    await using opened = await openPage("/app/admin/support", {
      as: admin,
      api: (api) => staffApi(api).answerHub("GetActiveSessions", () => [pending]),
    });
    const { page, api } = opened;
    await page.getByText("Said while nobody listened").waitFor();
    // Hannah's has ended meanwhile.
    await page.getByRole("button", { name: /Hannah Feldman/ }).waitFor({ state: "detached" });
    await page.getByText("1 open session").first().waitFor();
    await page.goto(`/app/admin/support?session=${staffSession().id}`);
    const claim = page.getByRole("button", { name: "Claim session" });
    await claim.waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    api.answerHub("PickupSupportSession", () => {
      api.answer(supportStaffRoutes.session, detail(mine)).answer(supportRoutes.messages, {
        items: conversation,
        hasEarlier: false,
        session: session(mine),
      });
      return staffSession(mine);
    });
    await claim.click();
    await page.getByText("Chat with Dana Whitfield").first().waitFor();
    expect(api.asked(supportStaffRoutes.claim)).toEqual([]);

    // Another Admin was first: the hub refuses, HTTP says so too, and the pane says who has it.
    const theirs = { ...mine, assignedAdminId: luis.userId, assignedAdminName: "Maya Okafor" };
    api
      .answer(supportStaffRoutes.session, detail())
      .answer(supportRoutes.messages, { items: conversation, hasEarlier: false, session: session() })
      .answerHub("PickupSupportSession", () => staffSession({ id: luis.id }))
      .refuse(supportStaffRoutes.claim, "conflict", { message: "Maya Okafor has taken this session." });
    await page.reload();
    await page.getByText("Live", { exact: true }).waitFor();
    api.whenCalled(supportStaffRoutes.claim, () =>
      api.answer(supportStaffRoutes.session, detail(theirs)).answer(supportRoutes.messages, {
        items: conversation,
        hasEarlier: false,
        session: session(theirs),
      }),
    );
    await claim.click();
    await page.getByText("Chat with Maya Okafor").first().waitFor();
    await page.getByPlaceholder("Maya Okafor answers").waitFor();
    opened.problems.splice(
      0,
      opened.problems.length,
      ...opened.problems.filter((one) => !one.includes("was not claimed")),
    );
  });

  it("offers a session that waits again to whoever looks on, as soon as the queue is told", async () => {
    const theirs = {
      status: "AdminActive",
      assignedAdminId: luis.userId,
      assignedAdminName: "Maya Okafor",
    } as const;
    await using opened = await openPage(`/app/admin/support?session=${staffSession().id}`, {
      as: admin,
      api: (api) =>
        staffApi(api)
          .answer(supportStaffRoutes.session, detail(theirs))
          .answer(supportRoutes.messages, {
            items: conversation,
            hasEarlier: false,
            session: session(theirs),
          }),
    });
    const { page, api } = opened;
    await page.getByText("Chat with Maya Okafor").first().waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    // No interval passes any more: what is asked from here on, the news asked for.
    await page.clock.pauseAt(NOW.getTime() + 1000);
    api
      .answer(supportStaffRoutes.session, detail())
      .answer(supportRoutes.messages, { items: conversation, hasEarlier: false, session: session() });
    const before = api.asked(supportRoutes.messages).length;
    api.tell("active_sessions", { sessionId: staffSession().id });
    await api.called(supportRoutes.messages, before + 1);
    await page.clock.resume();
    await page.getByRole("button", { name: "Claim session" }).waitFor();
  });

  it("an Admin is there on every page, and says so again when another tab takes leave", async () => {
    await using opened = await openPage("/app/docs/getting-started", { as: admin });
    const { page, api } = opened;
    expect((await api.called(supportStaffRoutes.presence, 1)).body).toEqual({ isOnline: true });
    await page.getByText("Real-time notifications active").first().waitFor({ state: "attached" });
    api.tell("admin_offline", { adminId: admin.id, adminName: "Dana Whitfield" });
    expect((await api.called(supportStaffRoutes.presence, 2)).body).toEqual({ isOnline: true });
  });

  it("is read by a Moderator, who has nothing to press; nobody waiting is said so", async () => {
    await using opened = await openPage(`/app/admin/support?session=${staffSession().id}`, {
      as: person({ platformRole: "Moderator" }),
      api: (api) => staffApi(api).answer(supportStaffRoutes.sessions, { ...queue([]), totalCount: 0 }),
    });
    const { page } = opened;
    await page.getByText("Nobody waits", { exact: true }).waitFor();
    await page.getByPlaceholder("An Admin answers").waitFor();
    expect(await page.getByRole("button", { name: "Claim session" }).count()).toBe(0);
    expect(await page.getByRole("textbox", { name: "Internal note" }).count()).toBe(0);
  });
});

const adminsOwn = {
  type: "AdminMessage",
  senderName: "Dana Whitfield",
  isFromUser: false,
  isFromAdmin: true,
} as const;

describe("Help & Support", () => {
  it("starts a session, and says where nothing is to be had", async () => {
    await using opened = await openPage("/app/support", {
      api: (api) =>
        api
          .answer(supportRoutes.active, {
            session: null,
            isStaffOnline: false,
            supportEmail: "help@forestay.test",
          })
          .answer(supportRoutes.address, { supportEmail: "help@forestay.test" })
          .answer(supportRoutes.list, page([]))
          .answer(supportRoutes.messages, { items: [], hasEarlier: false, session: session() })
          .answer(supportRoutes.read, {})
          .refuse(supportRoutes.start, "unavailable"),
    });
    const { page: at, api } = opened;
    await at.getByText("None yet. What you ask us stays here to be read again.").waitFor();
    await lookEveryWay(at, "help and support");
    await at.getByRole("textbox", { name: "What is it about?" }).fill("My import hangs");
    await at.getByRole("button", { name: "Start a session" }).click();
    await at
      .getByText("Our team will email you within 24 hours, or you can write to help@forestay.test.")
      .waitFor();
    const pending = session({ status: "Pending", escalationLevel: 0, aiSessionActive: false });
    api.answer(supportRoutes.start, pending).whenCalled(supportRoutes.start, () =>
      api
        .answer(supportRoutes.active, { session: pending, isStaffOnline: false, supportEmail: null })
        .answer(supportRoutes.messages, {
          items: conversation.slice(0, 2),
          hasEarlier: false,
          session: pending,
        }),
    );
    await at.getByRole("button", { name: "Start a session" }).click();
    await at.getByText(supportTexts.pendingHint).waitFor();
    await at.getByText("Waiting for support (Level 0)").first().waitFor();
    expect((await api.called(supportRoutes.start, 2)).body).toMatchObject({
      initialMessage: "My import hangs",
      originalContext: { type: 9, routePath: "/app/support" },
    });
  });

  it("shows each message once, says what was not sent with a way to try again, and asks whether it helped", async () => {
    const mine = session({ status: "AdminActive", assignedAdminName: "Dana Whitfield" });
    await using opened = await openPage("/app/support", {
      api: (api) =>
        api
          .answer(supportRoutes.active, { session: mine, isStaffOnline: true, supportEmail: null })
          .answer(supportRoutes.address, { supportEmail: null })
          .answer(supportRoutes.list, page([mine]))
          .answer(supportRoutes.messages, { items: conversation, hasEarlier: false, session: mine })
          .answer(supportRoutes.read, {})
          .refuse(supportRoutes.send, "unavailable"),
    });
    const { page: at, api } = opened;
    const box = at.getByRole("textbox", { name: "Message", exact: true });
    await box.fill("One more thing");
    await box.press("Enter");
    await at.getByText(supportTexts.sendFailed).waitFor();
    api.answer(supportRoutes.send, ({ body }) => message(7, { id: body.id!, content: body.content }));
    await at.getByRole("button", { name: "Try again" }).click();
    await at.getByText(supportTexts.sendFailed).waitFor({ state: "detached" });
    await api.called(supportRoutes.send, 2);
    const tries = api.asked(supportRoutes.send).map(({ body }) => body.id);
    expect(new Set(tries).size).toBe(1);
    const answer = message(8, { ...adminsOwn, content: "It is running again." });
    api.tell("SupportMessageReceived", answer);
    api.tell("SupportMessageReceived", answer);
    await at.getByText("It is running again.").waitFor();
    expect(await at.getByText("It is running again.").count()).toBe(1);
    expect(await at.getByText("One more thing").count()).toBe(1);
    // What the assistant says leads to its rows, as in page help.
    const { content, answer: kept } = said();
    api.tell("SupportMessageReceived", {
      ...message(9, { type: "AiMessage", isFromUser: false, isFromAi: true, content }),
      metadata: JSON.parse(JSON.stringify({ answer: kept })) as SupportMessage["metadata"],
    });
    await at.getByRole("link", { name: "$184,200" }).waitFor();
    await at.getByText("as of 2m ago").waitFor();
    api.tell("user_typing", {
      sessionId: mine.id,
      userId: luis.userId,
      userName: "Dana Whitfield",
      isFromUser: false,
      isTyping: true,
    });
    await at.getByText("Dana is typing").waitFor();
    await lookEveryWay(at, "an open session");

    const closed = session({
      ...mine,
      status: "Closed",
      closeReason: "Solved",
      closedAt: mine.lastMessageAt,
    });
    api
      .answer(supportRoutes.close, closed)
      .whenCalled(supportRoutes.close, () =>
        api
          .answer(supportRoutes.active, { session: null, isStaffOnline: true, supportEmail: null })
          .answer(supportRoutes.messages, {
            items: [...conversation, message(7), answer],
            hasEarlier: false,
            session: closed,
          }),
      )
      .answer(supportRoutes.rate, { ...closed, wasHelpful: true });
    await at.getByRole("button", { name: "End Session" }).click();
    expect((await api.called(supportRoutes.close)).body).toEqual({ reason: "User closed session" });
    await at.getByPlaceholder("Session ended").waitFor();
    await at.getByRole("button", { name: "Yes" }).click();
    expect((await api.called(supportRoutes.rate)).body).toMatchObject({ wasHelpful: true });
  });

  it("says since when it is answered, and is ended as solved", async () => {
    const mine = session();
    await using opened = await openPage("/app/support", {
      api: (api) =>
        api
          .answer(supportRoutes.active, { session: mine, isStaffOnline: true, supportEmail: null })
          .answer(supportRoutes.address, { supportEmail: null })
          .answer(supportRoutes.list, page([mine]))
          .answer(supportRoutes.messages, { items: conversation, hasEarlier: false, session: mine })
          .answer(supportRoutes.read, {})
          .answer(supportRoutes.close, session({ status: "Closed", closedAt: mine.lastMessageAt })),
    });
    const { page: at, api } = opened;
    await at.getByText("Answering since 11:56").waitFor();
    await at.getByRole("button", { name: "Talk to a person" }).waitFor();
    await lookEveryWay(at, "a session that the assistant answers");
    await at.getByRole("button", { name: "Solved, end session" }).click();
    expect((await api.called(supportRoutes.close)).body).toEqual({ reason: "Solved" });
  });

  it("takes a letter, with a ticket; where it cannot, says what to do", async () => {
    let answerAddress = () => {};
    await using opened = await openPage("/app/support", {
      api: (api) => {
        api
          .answer(supportRoutes.active, {
            session: null,
            isStaffOnline: false,
            supportEmail: "help@forestay.test",
          })
          .answer(supportRoutes.address, { supportEmail: "help@forestay.test" })
          .answer(supportRoutes.list, page([]))
          .refuse(supportRoutes.contact, "unavailable");
        answerAddress = api.hold(supportRoutes.address);
      },
    });
    const { page: at, api } = opened;
    const send = at.getByRole("button", { name: "Send message" });
    await send.click();
    await at.getByText("Required").waitFor();
    await at.getByRole("textbox", { name: "Your message" }).fill("Please call me");
    // The page shows the address in this answer alone, and must have it by then.
    const address = at.waitForResponse("**/api/chatbot/contact");
    answerAddress();
    await (await address).finished();
    await send.click();
    await at
      .getByText("There was an issue sending your message. Please try again or email help@forestay.test.")
      .waitFor();
    api.answer(supportRoutes.contact, { success: true, ticketId: "S-7F3K2QPM" });
    await send.click();
    await at.getByText("Our team will reply within 24 hours").waitFor();
    await at.getByText("S-7F3K2QPM").waitFor();
  });
});
