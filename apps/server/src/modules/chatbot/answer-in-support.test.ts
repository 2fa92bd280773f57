import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { LEDGER_NOW, writeElevenCustomers } from "#testing/eleven-customers.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { answerInSupport } from "./answer-in-support.ts";

const UNREADABLE = "Write me a limerick on the shape of our earnings";

type SupportQuestion = Parameters<typeof answerInSupport>[1];

let app: TestApp;
let owner: CompanyUser;

beforeAll(async () => {
  app = await createTestApp();
  app.clock.set(LEDGER_NOW);
  const { id } = await buildCompany(app.db);
  owner = (await buildUser(app.db, id, "Owner", { now: LEDGER_NOW })).actor;
  await writeElevenCustomers(app, id);
  const other = await buildCompany(app.db);
  await app.queryAsAdmin(
    "insert into customers (company_id, full_name, email) values ($1, 'Foreign Quickfall', 'q@foreign.example')",
    [other.id],
  );
});
afterAll(() => app.close());

const ask = (question: string, more: Partial<SupportQuestion> = {}) =>
  answerInSupport(
    app.context,
    {
      user: owner,
      question,
      history: [],
      answersSoFar: 0,
      page: { type: 1, routePath: "/app" },
      ...more,
    } as SupportQuestion,
    new AbortController().signal,
  );

describe("the assistant in a support session", () => {
  it("answers from the company of whoever asks, and says what it rests on", async () => {
    const { content, metadata, escalate } = await ask("How many customers do we have?");
    expect(content).toContain("11 customers");
    expect(JSON.stringify(metadata)).toContain("/app/customers");
    expect(escalate).toBeUndefined();
    const next = await ask("and only annual plans?", {
      history: [{ sender: "ai", content, metadata: metadata! }],
    });
    const alone = await ask("and only annual plans?");
    expect(next.content).not.toBe(alone.content);
    const foreign = await ask("Show me Foreign Quickfall");
    expect(JSON.stringify(foreign)).not.toContain("foreign.example");
    expect(foreign.content).not.toContain("11 customers");
  });

  it("asks for a person when it is told to, and after two questions that it has no answer to", async () => {
    expect((await ask("Can I talk to a human?")).escalate).toEqual({ reason: "asked for a person" });
    const first = await ask(UNREADABLE);
    expect(first.escalate).toBeUndefined();
    const second = await ask(UNREADABLE, {
      history: [{ sender: "ai", content: first.content, metadata: first.metadata! }],
    });
    expect(second.escalate).toEqual({ reason: "two questions without an answer" });
    expect(second.content).toContain("I have asked for a person.");
    expect(JSON.stringify(second.metadata?.["answer"])).toContain("I have asked for a person.");
    const third = await ask(UNREADABLE, {
      history: [{ sender: "ai", content: second.content, metadata: second.metadata! }],
    });
    expect(third.escalate).toBeUndefined();
  });

  it.each([
    "I want to speak to someone",
    "get me a real person",
    "human please",
    "put me through to an agent",
  ])("hears who asks for a person: %s", async (words) =>
    expect((await ask(words)).escalate).toEqual({ reason: "asked for a person" }),
  );

  it.each([
    "Which plan does the person at Orchard have?",
    "How many customers has each operator?",
    "What is the churn rate of human resources customers?",
  ])("and that a question is none: %s", async (words) => expect((await ask(words)).escalate).toBeUndefined());

  it("has no figures for somebody who belongs to no company", async () => {
    const alone = await ask("How many customers do we have?", {
      user: { ...owner, companyId: null, companyRole: null } as unknown as SupportQuestion["user"],
    });
    expect(alone.escalate).toEqual({ reason: "belongs to no company" });
    expect(alone.content).not.toMatch(/\d/);
  });
});
