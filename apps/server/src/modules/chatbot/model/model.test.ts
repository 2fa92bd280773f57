import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { chatbotRoutes, type SentMessage } from "@forestay/contracts";
import type { Asking } from "@forestay/assistant";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { LanguageModelSettings } from "#config";
import type { CompanyUser } from "#platform/http/actor.ts";
import { LEDGER_NOW, writeElevenCustomers } from "#testing/eleven-customers.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { createModelHelp } from "./help-out.ts";
import { reserveModelUse, settleModelUse } from "./model-choice.ts";

type Body = Record<string, unknown> & { tools?: unknown[]; messages: unknown[] };
/** What the model says to a call: a tool to ask, or words. */
type Said = { tool: string; args?: object } | { words: string } | { status: number } | "nothing";

/** A model server of either wire that says what it is told to, and keeps what it was asked. */
class ModelServer {
  readonly asked: { path: string; headers: Record<string, unknown>; body: Body }[] = [];
  script: ((body: Body) => Said)[] = [];
  #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
      this.asked.push({ path: request.url!, headers: request.headers, body });
      const said = this.script.shift()?.(body) ?? { words: "I do not know." };
      if (said === "nothing") return;
      if ("status" in said) return void response.writeHead(said.status).end("{}");
      const answer = request.url!.endsWith("/messages") ? anthropicAnswer(said) : openaiAnswer(said);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });

  async start(): Promise<string> {
    this.#server.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function openaiAnswer(said: { tool: string; args?: object } | { words: string }) {
  const message =
    "tool" in said
      ? {
          role: "assistant",
          content: null,
          tool_calls: [
            {
              id: "call_1",
              type: "function",
              function: { name: said.tool, arguments: JSON.stringify(said.args ?? {}) },
            },
          ],
        }
      : { role: "assistant", content: said.words };
  const finish_reason = "tool" in said ? "tool_calls" : "stop";
  return {
    id: "chat_1",
    object: "chat.completion",
    created: 1,
    model: "small",
    choices: [{ index: 0, message, finish_reason }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  };
}

function anthropicAnswer(said: { tool: string; args?: object } | { words: string }) {
  const content =
    "tool" in said
      ? [{ type: "tool_use", id: "toolu_1", name: said.tool, input: said.args ?? {} }]
      : [{ type: "text", text: said.words }];
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "small",
    content,
    stop_reason: "tool" in said ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 10 },
  };
}

/** A question that no list of words reads. */
const QUESTION = "Write me a limerick on the shape of our earnings";
const model = new ModelServer();
let app: TestApp;
let owner: CompanyUser;
let viewer: CompanyUser;
let apps: TestApp[] = [];

async function open(
  wire: "openai" | "anthropic",
  dailyTokens = 100_000,
  price: LanguageModelSettings["price"] = null,
): Promise<TestApp> {
  const baseUrl = await address;
  const opened = await createTestApp({
    rateLimitScale: 1000,
    languageModel: { wire, baseUrl, model: "small", apiKey: "sk-secret-of-the-operator", dailyTokens, price },
  });
  opened.clock.set(LEDGER_NOW);
  apps.push(opened);
  return opened;
}
const address = model.start();

beforeAll(async () => {
  app = await open("openai");
  const { id } = await buildCompany(app.db);
  owner = (await buildUser(app.db, id, "Owner", { now: LEDGER_NOW })).actor;
  viewer = (await buildUser(app.db, id, "Viewer", { now: LEDGER_NOW })).actor;
  await writeElevenCustomers(app, id);
});
afterEach(() => {
  model.asked.length = 0;
  model.script = [];
});
afterAll(async () => {
  await Promise.all(apps.map((one) => one.close()));
  await model.stop();
});

async function ask(user: CompanyUser, at = app): Promise<SentMessage["message"]> {
  const { status, body } = await at.call(user, chatbotRoutes.send, {
    body: { message: QUESTION, context: { type: 1, routePath: "/app" } },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.message;
}
const turn = (isOn: boolean, at = app, who = owner) =>
  at.call(who, chatbotRoutes.setModel, { body: { isOn } });
const choice = async (at = app, who = owner) => (await at.call(who, chatbotRoutes.model)).body;

/** The count that the tool has just answered, read from what the model was sent. */
const countIn = ({ messages }: Body) =>
  /customerCount\\*":(\d+)|"count\\*":(\d+)/.exec(JSON.stringify(messages))!;

describe("a language model", () => {
  it("is asked by nobody until an Owner says so, and cannot be turned on where there is none", async () => {
    expect((await ask(owner)).answer).toMatchObject({ kind: "unknown", engine: "offline" });
    expect(model.asked).toEqual([]);
    expect(await choice()).toMatchObject({ isOn: false, model: { name: "small" }, used: { tokens: 0 } });
    expect((await turn(true, app, viewer)).status).toBe(403);
    const without = await createTestApp();
    apps.push(without);
    const { id } = await buildCompany(without.db);
    const { actor } = await buildUser(without.db, id, "Owner");
    expect(await choice(without, actor)).toMatchObject({ model: null, isOn: false });
    expect((await turn(true, without, actor)).status).toBe(409);
  });

  it("answers what the assistant cannot, from what tools said, counted and told in the log", async () => {
    expect((await turn(true)).body.isOn).toBe(true);
    model.script = [
      () => ({ tool: "count_customers" }),
      (body) => ({
        words: `A company had ${countIn(body)[0].match(/\d+/)![0]} customers.\n\nIts earnings were round.`,
      }),
    ];
    const { answer, content } = await ask(owner);
    expect(answer).toMatchObject({ kind: "answered", engine: "model", tools: ["count_customers"] });
    expect(answer!.sources).toMatchObject([{ path: "/app/customers" }]);
    expect(content).toBe("A company had 11 customers.\n\nIts earnings were round.");
    expect(await choice()).toMatchObject({ used: { questions: 1, tokens: 220 } });
    const [first] = model.asked;
    expect(first!.headers["authorization"]).toBe("Bearer sk-secret-of-the-operator");
    expect(JSON.stringify(first!.body)).not.toContain(owner.companyId);
    const log = await app.queryAsAdmin(
      "select action from audit_entries where action = 'assistant.model_changed'",
    );
    expect(log).toHaveLength(1);
  });

  it("is not shown where it says what no tool said: once it may mend that, then the assistant's own answer stands", async () => {
    model.script = [
      () => ({ tool: "count_customers" }),
      () => ({ words: "You have 4321 customers." }),
      () => ({ words: "You have 11 customers." }),
    ];
    expect((await ask(owner)).content).toBe("You have 11 customers.");
    for (const words of ["You have 4321 customers.", "See https://elsewhere.example/?q=11 for the 11."]) {
      model.script = [() => ({ tool: "count_customers" }), () => ({ words }), () => ({ words })];
      const { answer, content } = await ask(owner);
      expect(answer).toMatchObject({ kind: "unknown", engine: "offline" });
      expect(content).not.toContain(words);
    }
    // Words without a tool rest on nothing.
    model.script = [() => ({ words: "All is well." })];
    expect((await ask(owner)).answer!.engine).toBe("offline");
  });

  it("that is down, slow to no end, speaks wrongly or goes round in circles costs nobody the answer of our own", async () => {
    const round = () => ({ tool: "count_customers" });
    for (const script of [
      [() => ({ status: 500 })],
      [() => ({ status: 401 })],
      [() => ({ tool: "delete_customers" }), () => ({ words: "Done." })],
      [
        () => ({ tool: "count_customers", args: { criteria: "everything" } }),
        () => ({ words: "There are 12." }),
      ],
      [round, round, round, round, round, round, round],
    ] as ModelServer["script"][]) {
      model.script = script;
      expect((await ask(owner)).answer).toMatchObject({ kind: "unknown", engine: "offline" });
    }
    expect(model.asked.length).toBeLessThan(20);
  });

  it("that never answers is not waited for longer than its time", async () => {
    model.script = [() => "nothing"];
    const asking = {
      question: QUESTION,
      context: { type: 1, routePath: "/app" },
      memory: {},
      vocabulary: { plans: [], segments: [], campaigns: [] },
      today: "2026-06-15",
      call: () => Promise.reject(new Error("No tool is asked")),
    } satisfies Asking;
    expect(await createModelHelp(app.context, 100)(owner, asking)).toBeNull();
    expect(model.asked).toHaveLength(1);
  });

  it("is offered what the person may use and nothing that writes", async () => {
    await ask(viewer);
    const names = model.asked[0]!.body.tools!.map(
      (one) => (one as { function: { name: string } }).function.name,
    );
    expect(names).toContain("count_customers");
    expect(names).toContain("search_documentation");
    expect(names.filter((name) => /create|add_|update|delete|set_|run_/.test(name))).toEqual([]);
  });

  it("speaks the other wire too, and ends with the day's tokens", async () => {
    const at = await open("anthropic", 1100);
    const { id } = await buildCompany(at.db);
    const { actor } = await buildUser(at.db, id, "Owner", { now: LEDGER_NOW });
    await writeElevenCustomers(at, id);
    await turn(true, at, actor);
    model.script = [() => ({ tool: "count_customers" }), () => ({ words: "There are 11 of them." })];
    expect(await ask(actor, at)).toMatchObject({
      content: "There are 11 of them.",
      answer: { engine: "model" },
    });
    expect(model.asked[0]!.path).toBe("/v1/messages");
    model.asked.length = 0;
    expect((await ask(actor, at)).answer!.engine).toBe("offline");
    expect(model.asked).toEqual([]);
    at.clock.advance(86_400_000);
    await ask(actor, at);
    expect(model.asked).not.toEqual([]);
  });
});

describe("a day's limits", () => {
  const price = { input: 1, output: 10, currency: "EUR", dailyCost: 0.02 };
  let at: TestApp;
  let actor: CompanyUser;
  const limit = (limits: { dailyTokens?: number | null; dailyCost?: number | null }) =>
    at.call(actor, chatbotRoutes.setModel, { body: { isOn: true, ...limits } });
  const round = () => ({ tool: "count_customers" });

  beforeAll(async () => {
    at = await open("openai", 5000, price);
    const { id } = await buildCompany(at.db);
    actor = (await buildUser(at.db, id, "Owner", { now: LEDGER_NOW })).actor;
    await writeElevenCustomers(at, id);
  });

  it("are the lower of the operator's and the company's own, in tokens and in money, and each is told", async () => {
    expect((await limit({})).body).toMatchObject({
      dailyTokens: 5000,
      dailyCost: 0.02,
      price: { input: 1, output: 10, currency: "EUR" },
      own: { dailyTokens: null, dailyCost: null },
    });
    model.script = [round, () => ({ words: "There are 11 of them." })];
    expect((await ask(actor, at)).answer!.engine).toBe("model");
    // Twice 100 asked at 1 and 10 answered at 10, a million each.
    expect((await choice(at, actor)).used).toEqual({ questions: 1, tokens: 220, cost: 0.0004 });
    expect((await limit({ dailyCost: 0.01, dailyTokens: 1_000_000 })).body).toMatchObject({
      dailyTokens: 5000,
      dailyCost: 0.01,
      own: { dailyTokens: 1_000_000, dailyCost: 0.01 },
    });
    // What is left pays for fewer tokens than a question needs.
    model.asked.length = 0;
    expect((await ask(actor, at)).answer!.engine).toBe("offline");
    expect(model.asked).toEqual([]);
    expect((await limit({ dailyCost: null, dailyTokens: 1100 })).body).toMatchObject({
      dailyTokens: 1100,
      dailyCost: 0.02,
    });
    expect((await ask(actor, at)).answer!.engine).toBe("offline");
    expect(model.asked).toEqual([]);
    expect((await limit({ dailyTokens: null })).body.dailyTokens).toBe(5000);
    expect((await limit({ dailyTokens: 10 })).status).toBe(400);
    const entries = await at.queryAsAdmin(
      "select after from audit_entries where action = 'assistant.model_changed' order by id",
    );
    expect(entries).toHaveLength(4);
  });

  it("count the rounds that were paid for before one failed", async () => {
    const before = (await choice(at, actor)).used.tokens;
    model.script = [round, () => ({ status: 400 })];
    expect((await ask(actor, at)).answer!.engine).toBe("offline");
    expect((await choice(at, actor)).used.tokens).toBe(before + 110);
  });

  it("are kept by questions at the same moment together: what one may take is set aside, and given back", async () => {
    const { companyId } = actor;
    await limit({ dailyTokens: 1500 });
    const both = await Promise.all([
      reserveModelUse(at.context, companyId),
      reserveModelUse(at.context, companyId),
    ]);
    const [reserved] = both.filter((one) => one !== null);
    expect(both.filter((one) => one === null)).toHaveLength(1);
    await settleModelUse(at.context, companyId, reserved!, { inputTokens: 0, outputTokens: 0 });
    expect(await reserveModelUse(at.context, companyId)).toEqual(reserved);
  });

  it("in money are refused where no price is known", async () => {
    const body = { isOn: true, dailyCost: 1 };
    expect((await app.call(owner, chatbotRoutes.setModel, { body })).status).toBe(409);
  });
});
