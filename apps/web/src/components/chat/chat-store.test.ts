import { beforeEach, expect, it } from "vitest";
import { useChatStore } from "./chat-store.ts";

const store = () => useChatStore.getState();
const kept = () => JSON.parse(localStorage.getItem("chatbot-store") ?? "{}") as { state: object };

beforeEach(() => {
  store().leave(true);
  store().enter("maya");
  store().choose("customers", "a-conversation");
  store().showSupport("a-session");
  store().changeUnsent("a-session", () => [{ id: "one", content: "Hello?", hasFailed: false }]);
});

it("is one person's: emptied for another, and kept for who comes back", () => {
  store().enter("maya");
  expect(store().conversations).toEqual({ customers: "a-conversation" });
  expect(store().unsent["a-session"]).toHaveLength(1);
  store().enter("dana");
  expect(store()).toMatchObject({ userId: "dana", conversations: {}, supportSessionId: null, unsent: {} });
  expect(JSON.stringify(kept())).not.toContain("Hello?");
});

it("is emptied at sign-out, on the disk too; out of the app it keeps the session and no page's conversation", () => {
  store().leave(false);
  expect(store()).toMatchObject({ userId: "maya", conversations: {}, supportSessionId: "a-session" });
  store().leave(true);
  expect(store()).toMatchObject({ userId: null, supportSessionId: null, unsent: {} });
  expect(JSON.stringify(kept())).not.toMatch(/maya|Hello\?|a-session/);
});

it("takes what was on its way when the page went for not sent", async () => {
  await useChatStore.persist.rehydrate();
  expect(store().unsent["a-session"]).toEqual([{ id: "one", content: "Hello?", hasFailed: true }]);
  store().changeUnsent("a-session", () => []);
  expect(store().unsent).toEqual({});
});
