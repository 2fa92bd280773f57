import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { forgetDrafts, moveDraft, useDraft } from "./use-draft.ts";

afterEach(() => {
  cleanup();
  forgetDrafts();
});

it("is the same in every box of a place, here and in another tab, and gone with its person", () => {
  const first = renderHook(() => useDraft("maya:session"));
  const second = renderHook(() => useDraft("maya:session"));
  const elsewhere = renderHook(() => useDraft("maya:other"));
  act(() => first.result.current[1](() => "My import"));
  expect([first, second, elsewhere].map(({ result }) => result.current[0])).toEqual([
    "My import",
    "My import",
    "",
  ]);

  localStorage.setItem("chatbot-drafts", JSON.stringify({ "maya:session": "My import hangs" }));
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "chatbot-drafts" })));
  expect(first.result.current[0]).toBe("My import hangs");
  act(() => moveDraft("maya:session", "maya:other"));
  expect([first, elsewhere].map(({ result }) => result.current[0])).toEqual(["", "My import hangs"]);
  act(forgetDrafts);
  expect(elsewhere.result.current[0]).toBe("");
  expect(localStorage.getItem("chatbot-drafts")).toBeNull();
});
