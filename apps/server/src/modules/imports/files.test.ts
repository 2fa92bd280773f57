import { customerRoutes, importRoutes, JobStatus } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, upload, uploaded, type TestApp } from "#testing/index.ts";
import { dryRun, imported, statusOf, storedCustomers, withColumn } from "./fixtures/import-flow.ts";

let app: TestApp;
let companyId: string;
let user: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000, maxUploadBytes: 2_000_000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  companyId = (await buildCompany(app.db)).id;
  user = (await buildUser(app.db, companyId, "Staff")).actor;
});

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);

describe("files as people have them", () => {
  it.each<[string, string | Uint8Array]>([
    [
      "UTF-8",
      "id;name;mrr;start_date\nK-1;Zoë Groß;1.249,90;31.12.2024\nK-2;Ann;19,90;01.02.2023\nK-3;Ö;7,00;15.06.2022\n",
    ],
    [
      "UTF-8 with a byte order mark",
      "\u{FEFF}id;name;mrr;start_date\r\nK-1;Zoë Groß;1.249,90;31.12.2024\r\nK-2;Ann;19,90;01.02.2023\r\n",
    ],
    [
      "UTF-16",
      utf16("id\tname\tmrr\tstart_date\nK-1\tZoë Groß\t1.249,90\t31.12.2024\nK-2\tAnn\t19,90\t01.02.2023\n"),
    ],
    [
      "Latin-1",
      Buffer.from(
        "id;name;mrr;start_date\nK-1;Zoë Groß;1.249,90;31.12.2024\nK-2;Ann;19,90;01.02.2023\n",
        "latin1",
      ),
    ],
    ["US style", 'id,name,mrr,start_date\nK-1,Zoë Groß,"$1,249.90",12/31/2024\nK-2,Ann,$19.90,02/13/2023\n'],
    [
      "quoted line breaks",
      'id,name,mrr,start_date\n"K-1","Zoë Groß",1249.90,2024-12-31\n"K-2","A\nnn",19.90,2023-02-01\n',
    ],
    [
      "JSON lines",
      '{"id":"K-1","name":"Zoë Groß","mrr":1249.9,"start_date":"2024-12-31"}\n{"id":"K-2","name":"Ann","mrr":19.9,"start_date":"2023-02-01"}\n',
    ],
  ])("reads %s", async (_name, content) => {
    const job = await imported(app, user, content);
    expect(job.status).toBe(JobStatus.Completed);
    const [first] = await storedCustomers(app, companyId);
    expect([first?.external_id, first?.full_name, first?.monthly_revenue_cents]).toEqual([
      "K-1",
      "Zoë Groß",
      "124990",
    ]);
    expect(first?.started_at?.toISOString()).toBe("2024-12-31T00:00:00.000Z");
  });

  it("lists ragged rows with their line and imports the rest", async () => {
    const job = await imported(app, user, "id,plan\nA-1,Pro\nA-2\nA-3,Pro,extra\nA-4,Pro\n");
    expect(job.counts).toMatchObject({ create: 2, error: 2 });
    expect(job.errors.map((error) => error.row)).toEqual([3, 4]);
  });

  it("asks for the date order of 03/04/2024 and then reads it as told", async () => {
    const csv = "id,signup_date\nA-1,03/04/2024\nA-2,05/06/2024\n";
    const job = await uploaded(app, user, csv);
    const body = job.mapping ?? { columns: [] };
    expect(job.columns.find((column) => column.column === "signup_date")?.needsDateOrder).toBe(true);
    const refused = await app.call(user, importRoutes.saveMapping, { params: { id: job.id }, body });
    expect(refused.status).toBe(400);
    expect((refused.body as unknown as { fields: object }).fields).toHaveProperty("signup_date");
    await imported(app, user, csv, { mapping: withColumn("signup_date", { dateOrder: "DMY" }) });
    const stored = await storedCustomers(app, companyId);
    expect(stored[0]?.started_at?.toISOString().slice(0, 10)).toBe("2024-04-03");
  });

  it("reads status words it knows, and lists those it does not until they are mapped", async () => {
    const csv = "id,status\nA-1,Active\nA-2,Trialing\nA-3,frobnicated\nA-4,past due\nA-5,canceled\n";
    const first = await dryRun(app, user, csv);
    expect(first.errorGroups).toEqual([
      expect.objectContaining({ code: "unknown_status", column: "status", example: "frobnicated" }),
    ]);
    const valueMap = { ...first.mapping?.columns[1]?.valueMap, frobnicated: 4 };
    await imported(app, user, csv, {
      mapping: withColumn("status", { target: "subscriptionStatus", valueMap }),
    });
    expect((await storedCustomers(app, companyId)).map((row) => row.subscription_status)).toEqual([
      1, 1, 4, 3, 2,
    ]);
  });
});

describe("words that every object answers to", () => {
  it("are words like any other where a mapping says what words mean", async () => {
    const csv = "id,status\nA-1,Active\nA-2,constructor\nA-3,__proto__\nA-4,toString\n";
    const valueMap = { Active: 1 };
    const job = await imported(app, user, csv, {
      mapping: withColumn("status", { target: "subscriptionStatus", valueMap }),
    });
    expect(job.errors.map(({ row, column, found }) => [row, column, found])).toEqual([
      [3, "status", "constructor"],
      [4, "status", "__proto__"],
      [5, "status", "toString"],
    ]);
    expect((await storedCustomers(app, companyId)).map((row) => row.subscription_status)).toEqual([1]);
  });
});

describe("a mapping", () => {
  it.each([
    ["two columns for one field", { seats: "plan" }, "seats"],
    ["no key at all", { id: "skip" }, "mapping"],
    ["a full name beside a last name", { seats: "lastName", name: "fullName" }, "seats"],
  ])("with %s is refused, naming the column", async (_name, targets, field) => {
    const job = await uploaded(app, user, "id,name,plan,seats\nA-1,Ann,Pro,x\nA-2,Bob,Pro,y\n");
    const columns = (job.mapping?.columns ?? []).map((column) => ({
      ...column,
      target: (targets as Record<string, typeof column.target>)[column.column] ?? column.target,
    }));
    const answer = await app.call(user, importRoutes.saveMapping, {
      params: { id: job.id },
      body: { columns },
    });
    expect(answer.status).toBe(400);
    expect(Object.keys((answer.body as unknown as { fields: object }).fields)).toContain(field);
    expect((await statusOf(app, user, job.id)).step).toBe("mapping");
  });
});

describe("a hostile or empty file", () => {
  it.each<[string, string, string | Uint8Array, RegExp]>([
    ["empty", "empty.csv", "", /empty/i],
    ["blank", "blank.csv", " \n \n\n", /blank|empty|header/i],
    ["a header and nothing else", "customers.csv", "id,plan\r\n\r\n", /header row and no rows/],
    ["a PDF", "customers.csv", "%PDF-1.7\n%âãÏÓ\n", /PDF/],
    [
      "a gzip archive",
      "customers.csv",
      Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2]),
      /gzip|archive|compress/i,
    ],
    [
      "a program",
      "customers.csv",
      Buffer.concat([Buffer.from("\u007fELF\u0002\u0001\u0001"), Buffer.alloc(300)]),
      /program|executable|binary/i,
    ],
    ["a web page", "customers.csv", "<!doctype html><html><body>Sign in</body></html>", /web page/i],
    [
      "random bytes",
      "customers.csv",
      Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * 7919 + (n >> 3)) % 256)),
      /./,
    ],
    [
      "a damaged spreadsheet",
      "customers.xlsx",
      Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(500, 1)]),
      /./,
    ],
  ])("(%s) is refused in words, and nothing stays behind", async (_name, name, content, words) => {
    const answer = await upload(app, user, content, { name });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: "file_refused" });
    expect(answer.json<{ message: string }>().message).toMatch(words);
    expect((await app.call(user, importRoutes.list, {})).body.totalCount).toBe(0);
  });

  it("past the size limit is refused", async () => {
    const answer = await upload(app, user, `id,plan\n${"A-1,Pro\n".repeat(300_000)}`);
    expect(answer.statusCode).toBe(413);
  });

  it("with enormous or strange cells becomes row errors, not a failure", async () => {
    const csv = `id,plan,note\nA-1,${"x".repeat(300)},ok\nA-2,Pro,${"y".repeat(70_000)}\nA-3,Pro,a\u0000b\nA-4,Pro,=cmd|' /C calc'!A0\nA-5,Pro,"{""a"":1}\\N\t"\n`;
    const job = await imported(app, user, csv);
    expect(job.status).toBe(JobStatus.Completed);
    expect(job.counts).toMatchObject({ create: 2, error: 3 });
    const stored = await storedCustomers(app, companyId);
    expect(stored.map((row) => row.attributes["note"])).toEqual(["=cmd|' /C calc'!A0", '{"a":1}\\N']);
  });
});

describe("columns called like parts of every object", () => {
  it("are attributes like any other, and customers without them stay readable", async () => {
    await imported(app, user, "id,constructor,__proto__\nA-1,Bob,x\nA-2,Ann,y\n");
    await imported(app, user, "id,plan\nA-3,Pro\nA-4,Free\n");
    const { items } = (await app.call(user, customerRoutes.list, { query: {} })).body;
    const attributes = async (externalId: string) => {
      const id = items.find((item) => item.externalId === externalId)?.id ?? "";
      const answer = await app.call(user, customerRoutes.get, { params: { id } });
      return answer.body.attributes.map(({ key, value }) => [key, value]);
    };
    expect(await attributes("A-1")).toEqual([
      ["constructor", "Bob"],
      ["__proto__", "x"],
    ]);
    expect(await attributes("A-3")).toEqual([]);
  });
});

describe("the error file", () => {
  it("has every bad row as it stood, with what was expected and found, safe for spreadsheets and ready to come back", async () => {
    const job = await imported(
      app,
      user,
      "id,email,mrr,note\nA-1,ann@acme.test,10,fine\nA-2,nonsense,abc,=1+1\nA-3,cid@cork.test,12,fine\n",
      {
        mapping: ({ columns }) =>
          withColumn("email", { target: "email" })(
            withColumn("mrr", { target: "monthlyRevenue", numberStyle: "us" })({ columns }),
          ),
      },
    );
    expect(job).toMatchObject({ counts: { create: 2, error: 1 }, hasErrorFile: true });
    const link = await app.call(user, importRoutes.createErrorFile, { params: { id: job.id } });
    const file = await app.inject({ method: "GET", url: link.body.downloadPath });
    expect(file.headers["content-disposition"]).toContain("customers-errors.csv");
    const [header, row, ...rest] = file.body.replace("\u{FEFF}", "").trim().split("\r\n");
    expect(header).toBe("id,email,mrr,note,error_row,error_column,error_expected,error_found");
    expect(row).toBe(
      `A-2,nonsense,abc,'=1+1,3,email; mrr,"an e-mail address such as ann@example.com; an amount such as 1,234.56",nonsense; abc`,
    );
    expect(rest).toEqual([]);
    expect((await app.inject({ method: "GET", url: link.body.downloadPath })).statusCode).toBe(404);

    const corrected = file.body.replace("nonsense,abc", "bob@bolt.test,11");
    const again = await imported(app, user, corrected);
    expect(again.counts).toMatchObject({ create: 1, error: 0 });
    expect((await storedCustomers(app, companyId))[1]).toMatchObject({
      email: "bob@bolt.test",
      attributes: { note: "=1+1" },
    });
  });
});

it.each([
  [";", "kunden.csv"],
  ["\t", "kunden.tsv"],
])("the error file keeps its file's delimiter (%j), and comes back as such", async (delimiter, name) => {
  const rows = [
    ["id", "email", "note"],
    ["B-1", "ann@acme.test", "fine"],
    ["B-2", "nonsense", "a, b"],
  ];
  const text = rows.map((row) => row.join(delimiter)).join("\n");
  const job = await imported(app, user, `${text}\n`, {
    name,
    mapping: ({ columns }) => withColumn("email", { target: "email" })({ columns }),
  });
  const link = await app.call(user, importRoutes.createErrorFile, { params: { id: job.id } });
  const file = (await app.inject({ method: "GET", url: link.body.downloadPath })).body;
  expect(file.replace("\u{FEFF}", "").split("\r\n")[0]).toBe(
    ["id", "email", "note", "error_row", "error_column", "error_expected", "error_found"].join(delimiter),
  );
  const again = await imported(app, user, file.replace("nonsense", "bob@bolt.test"), { name });
  expect(again.counts).toMatchObject({ create: 1, error: 0 });
  expect(
    (await storedCustomers(app, companyId)).find(({ email }) => email === "bob@bolt.test"),
  ).toMatchObject({
    attributes: { note: "a, b" },
  });
});

describe("an upload that is sent again under its Idempotency-Key", () => {
  const send = (content: string, key: string, options: { name?: string; autoConfirm?: boolean } = {}) =>
    upload(app, user, content, { ...options, headers: { "idempotency-key": key } });

  it("is the same import, though its parts are divided otherwise", async () => {
    const first = await send("id,plan\nA-1,Pro\n", "same");
    const second = await send("id,plan\nA-1,Pro\n", "same");
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(second.json()).toEqual(first.json());
  });

  it("is refused with other bytes of equal length, another name or another wish", async () => {
    expect((await send("id,plan\nA-1,Pro\n", "other")).statusCode).toBe(201);
    for (const other of [
      await send("id,plan\nA-2,Pro\n", "other"),
      await send("id,plan\nA-1,Pro\n", "other", { name: "customerz.csv" }),
      await send("id,plan\nA-1,Pro\n", "other", { autoConfirm: true }),
    ]) {
      expect(other.statusCode).toBe(422);
      expect(other.json()).toMatchObject({ code: "idempotency_mismatch" });
    }
  });
});

describe("the limit of ten uploads an hour", () => {
  it("counts files that were taken, not those that were refused", async () => {
    const limited = await createTestApp();
    try {
      const company = await buildCompany(limited.db);
      const { actor } = await buildUser(limited.db, company.id, "Staff", { now: limited.clock.now() });
      for (let n = 0; n < 12; n++) expect((await upload(limited, actor, "")).statusCode).toBe(422);
      for (let n = 0; n < 10; n++) expect((await upload(limited, actor, "id\nA-1\n")).statusCode).toBe(201);
      expect((await upload(limited, actor, "id\nA-1\n")).statusCode).toBe(429);
    } finally {
      await limited.close();
    }
  });
});
