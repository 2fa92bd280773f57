import type { ChatAnswer } from "@forestay/contracts/wire";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { AnswerFoot } from "./answer-view.tsx";

afterEach(cleanup);

const answer: ChatAnswer = {
  kind: "answered",
  engine: "offline",
  blocks: [],
  asOf: null,
  sources: [],
  actions: [],
  suggestions: [],
  tools: ["get_metrics"],
  calls: [
    { tool: "get_metrics", args: { plan: "Growth" } },
    { tool: "list_customers", args: { riskLevels: ["Critical"], segmentId: crypto.randomUUID() } },
  ],
};

it("says how an answer was found: which tools were asked and with what, without ids", () => {
  const { rerender } = render(<AnswerFoot answer={answer} onAsk={() => undefined} isLast={false} />);
  expect(screen.getByText("How this was found")).toBeTruthy();
  expect(screen.getAllByRole("listitem", { hidden: true }).map((one) => one.textContent)).toEqual([
    "Get metrics, plan Growth",
    'List customers, risk levels ["Critical"]',
  ]);
  // Of before it was kept, and where nothing was answered.
  for (const other of [
    { ...answer, calls: undefined },
    { ...answer, kind: "unknown" as const },
  ]) {
    rerender(<AnswerFoot answer={other} onAsk={() => undefined} isLast={false} />);
    expect(screen.queryByText("How this was found")).toBeNull();
  }
});
