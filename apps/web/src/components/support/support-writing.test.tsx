import { supportTexts } from "@forestay/contracts/wire";
import type { SupportMessage } from "@forestay/contracts/wire";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { authKeys } from "@/lib/api/query-keys.ts";
import { liveConnection } from "@/lib/live/index.ts";
import { TooltipProvider } from "@/components/ui/tooltip.tsx";
import { SupportConversation } from "./support-conversation.tsx";

const session = {
  id: "01a20a11-7003-7695-8c8a-25b739aa9801",
  status: "AdminActive",
  statusSince: "2026-11-22T11:50:00.000Z",
  topic: "Import",
  assignedAdminName: "Dana Whitfield",
  lastSequence: 0,
  userReadSequence: 9,
  staffReadSequence: 0,
};
const message = (sequence: number, content: string) =>
  ({
    id: `m${sequence}`,
    sessionId: session.id,
    sequence,
    content,
    type: "AdminMessage",
    sentAt: "2026-11-22T12:00:00.000Z",
    senderName: "Dana Whitfield",
    attachment: null,
    metadata: {},
  }) as unknown as SupportMessage;

type Answer = () => Response | Promise<Response>;
/** What the server says by the end of the address. */
let answers: Record<string, Answer>;
let bodies: Record<string, string>;
let hear: Map<string, (payload: never) => void>;
let invoked: unknown[][];
let queryClient: QueryClient;

beforeEach(() => {
  answers = {};
  bodies = {};
  hear = new Map();
  invoked = [];
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queryClient.setQueryData(authKeys.me, { id: "person" });
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const name = `${init.method} ${address.split("/").at(-1)}`;
    bodies[name] = init.body as string;
    return (answers[name] ?? (() => Response.json({})))();
  });
  vi.spyOn(liveConnection, "on").mockImplementation((event, handler) => {
    // The first to listen keeps the thread.
    if (!hear.has(event)) hear.set(event, handler as (payload: never) => void);
    return () => hear.delete(event);
  });
  vi.spyOn(liveConnection, "invoke").mockImplementation((...call: unknown[]) => {
    invoked.push(call);
    return Promise.reject(new Error("not connected"));
  });
  answers["GET messages"] = () => Response.json({ items: [], hasEarlier: false, session });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <SupportConversation sessionId={session.id} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
const box = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
const type = (node: HTMLTextAreaElement, text: string) => fireEvent.change(node, { target: { value: text } });

it("keeps what is typed while an image is on its way, and gives back the words of one that was refused", async () => {
  let answerUpload!: (answer: Response) => void;
  answers["POST attachments"] = () => new Promise((resolve) => (answerUpload = resolve));
  answers["POST messages"] = () => Response.json(message(1, "See this:"), { status: 201 });
  show();
  const area = await box();
  const attach = async (words: string) => {
    type(area, words);
    const image = new File([new Uint8Array([1, 2, 3])], "screen.png", { type: "image/png" });
    fireEvent.paste(area, { clipboardData: { files: [image] } });
    await vi.waitFor(() => expect(bodies["POST attachments"]).toBeDefined());
    type(area, "typed meanwhile");
  };
  await attach("See this:");
  await act(async () => answerUpload(Response.json({ id: "a1" }, { status: 201 })));
  await vi.waitFor(() =>
    expect(JSON.parse(bodies["POST messages"]!)).toMatchObject({ content: "See this:", attachmentId: "a1" }),
  );
  expect(area.value).toBe("typed meanwhile");
  delete bodies["POST attachments"];
  await attach("And this:");
  await act(async () =>
    answerUpload(
      Response.json({ code: "file_refused", message: "Send a PNG.", requestId: "r" }, { status: 415 }),
    ),
  );
  await screen.findByText("Send a PNG.");
  expect(area.value).toBe("And this:\ntyped meanwhile");
});

it("keeps a message that did not go, with its way to try again, while the session is not shown", async () => {
  answers["POST messages"] = () => new Response("", { status: 503 });
  const shown = show();
  type(await box(), "Are you there?");
  fireEvent.keyDown(await box(), { key: "Enter" });
  await screen.findByText(supportTexts.sendFailed);
  shown.unmount();
  show();
  await screen.findByText(supportTexts.sendFailed);
  const { id } = JSON.parse(bodies["POST messages"]!) as { id: string };
  answers["POST messages"] = () => Response.json({ ...message(1, "Are you there?"), id }, { status: 201 });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(screen.queryByText(supportTexts.sendFailed)).toBeNull());
  expect(JSON.parse(bodies["POST messages"]!)).toMatchObject({ id, content: "Are you there?" });
  screen.getByText("Are you there?");
  cleanup();
  // Whoever sits down next has nothing to send again.
  queryClient.setQueryData(authKeys.me, { id: "somebody else" });
  show();
  await box();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("shows what was said while the conversation was read for the first time", async () => {
  let answerMessages!: (answer: Response) => void;
  answers["GET messages"] = () => new Promise((resolve) => (answerMessages = resolve));
  show();
  await vi.waitFor(() => expect(answerMessages).toBeDefined());
  act(() => hear.get("SupportMessageReceived")!(message(1, "Hello, Dana here.") as never));
  await act(async () => answerMessages(Response.json({ items: [], hasEarlier: false, session })));
  await screen.findByText("Hello, Dana here.");
});

it("says again that somebody types while they do, and once that they stopped", async () => {
  show();
  const area = await box();
  vi.useFakeTimers();
  const told = () => invoked.filter(([method]) => method === "TypingIndicator").map((call) => call[2]);
  for (let second = 0; second < 7; second += 0.5) {
    type(area, `after ${second} seconds`);
    vi.advanceTimersByTime(500);
  }
  expect(told()).toEqual([true, true, true]);
  vi.advanceTimersByTime(10_000);
  expect(told()).toEqual([true, true, true, false]);
});
