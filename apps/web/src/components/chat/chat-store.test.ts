import { beforeEach, describe, expect, it } from "vitest";
import { keptThread, useChatStore } from "./chat-store.ts";
import { pageId } from "./living-pages.ts";

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

it("takes what was on its way when the page went for not sent, and what this page sends for on its way", async () => {
  store().changeUnsent("a-session", (all) => [
    ...all,
    { id: "two", content: "Mine", hasFailed: false, pageId },
  ]);
  await useChatStore.persist.rehydrate();
  await expect
    .poll(() => store().unsent["a-session"])
    .toMatchObject([
      { id: "one", hasFailed: true },
      { id: "two", hasFailed: false },
    ]);
  store().changeUnsent("a-session", () => []);
  expect(store().unsent).toEqual({});
});

describe("beside another tab", () => {
  /** What the other tab keeps; this one has not heard of it unless told. */
  const keepThere = (changed: object) =>
    localStorage.setItem(
      "chatbot-store",
      JSON.stringify({ version: 0, state: { ...kept().state, ...changed } }),
    );
  const hear = () => window.dispatchEvent(new StorageEvent("storage", { key: "chatbot-store" }));
  const failed = { id: "two", content: "Not sent there", hasFailed: true };

  it("takes nothing back of what that one keeps, heard of or not", () => {
    keepThere({ unsent: { "a-session": [failed] } });
    store().setWidget("minimised");
    expect(JSON.stringify(kept())).toContain("Not sent there");
    expect(store().unsent["a-session"]).toEqual([failed]);
  });

  it("shows what that one sends, ends and asks at once, and stands as it stood", () => {
    store().setWidget("open");
    const question = { id: "q", place: "maya:new:customers", text: "How many?", state: "failed" };
    keepThere({ unsent: { "a-session": [failed] }, questions: [question], widget: "closed" });
    hear();
    expect(store()).toMatchObject({
      unsent: { "a-session": [failed] },
      questions: [question],
      widget: "open",
    });
    keepThere({ supportSessionId: null });
    hear();
    expect(store()).toMatchObject({ supportSessionId: null, mode: "page_help" });
  });

  it("writes nothing of a person back who has signed out there", () => {
    keepThere({ userId: null, unsent: {}, supportSessionId: null, questions: [], thread: null });
    store().setWidget("open");
    expect(JSON.stringify(kept())).not.toMatch(/maya|Hello\?|a-session/);
  });
});

describe("the support session", () => {
  const thread = (changed: object = {}) =>
    ({
      session: { id: "a-session", userId: "maya", status: "AdminActive", ...changed },
      items: Array.from({ length: 60 }, (_, index) => ({ id: `m${index}`, sequence: index + 1 })),
      hasEarlier: false,
    }) as unknown as Parameters<ReturnType<typeof store>["keepThread"]>[0];

  it("is kept with its newest messages, until it ends, for its person alone", () => {
    store().keepThread(thread());
    expect(keptThread("a-session")?.items.map(({ id }) => id)).toEqual(
      thread()
        .items.slice(-50)
        .map(({ id }) => id),
    );
    expect(keptThread("a-session")?.hasEarlier).toBe(true);
    expect(JSON.stringify(kept())).toContain("m59");
    store().keepThread(thread({ status: "TimedOut" }));
    expect(keptThread("a-session")).toBeUndefined();

    store().keepThread(thread({ userId: "dana" }));
    expect(keptThread("a-session")).toBeUndefined();
    for (const gone of [
      () => store().endSupport("a-session"),
      () => store().enter("dana"),
      () => store().leave(true),
    ]) {
      store().enter("maya");
      store().keepThread(thread());
      gone();
      expect(keptThread("a-session")).toBeUndefined();
      expect(JSON.stringify(kept())).not.toContain("m59");
    }
  });
});
