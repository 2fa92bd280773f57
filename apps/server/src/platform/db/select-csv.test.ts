import type { Duplex } from "node:stream";
import { sql, type CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { selectCsv } from "./select-csv.ts";
import { withTenantClient, type SqlClient } from "./transaction.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const company = "01900000-0000-7000-8000-000000000001";
const written = async (client: SqlClient, query: CompiledQuery) => {
  const pages: Buffer[] = [];
  await selectCsv(client, query, (page) => pages.push(page));
  return Buffer.concat(pages).toString();
};
const selected = (query: ReturnType<typeof sql>) =>
  withTenantClient(database.db, company, ({ tx, client }) => written(client, query.compile(tx)));

it("writes rows as RFC 4180 has it: CRLF between them, quotes where they are needed, nothing for null", async () => {
  const rows = sql`select * from (values (1, 'plain', null), (2, ${'say "hi", Zoë'}, 'a' || chr(10) || 'b'), (3, '', '5')) v`;
  expect(await selected(rows)).toBe('1,plain,\r\n2,"say ""hi"", Zoë","a\nb"\r\n3,"",5\r\n');
});

it("puts rows together that come in pieces of any length, and leaves the connection as it was", async () => {
  // Some are longer than what is received at once.
  const rows = sql`select n, repeat(chr(97 + n % 26), case when n % 500 = 7 then 300000 + n else n * 7919 % 613 end)
    from generate_series(1, 3000) n`;
  const lines = Array.from({ length: 3000 }, (_, k) => {
    const n = k + 1;
    const text = String.fromCodePoint(97 + (n % 26)).repeat(n % 500 === 7 ? 300_000 + n : (n * 7919) % 613);
    return `${n},${text === "" ? '""' : text}\r\n`;
  });
  await withTenantClient(database.db, company, async ({ tx, client }) => {
    for (let times = 0; times < 2; times++) {
      expect((await written(client, rows.compile(tx))) === lines.join("")).toBe(true);
      expect((await sql`select 1 as one`.execute(tx)).rows).toEqual([{ one: 1 }]);
    }
  });
  // An error after many rows that were sent.
  const failing = sql`select n, 1 / (40000 - n) from generate_series(1, 50000) n`;
  await expect(selected(failing)).rejects.toThrow("division by zero");
  expect(await selected(sql`select 1`)).toBe("1\r\n");
});

it("puts rows together wherever the pieces end, with what else the server says between them", async () => {
  await withTenantClient(database.db, company, async ({ tx, client }) => {
    await sql`create function pg_temp.told(n int) returns int language plpgsql as
      $$ begin raise notice 'row %', n; return n; end $$`.execute(tx);
    const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
    const emit = stream.emit.bind(stream);
    for (const size of [1, 2, 3, 5, 7]) {
      stream.emit = (event: string | symbol, ...words: unknown[]) => {
        const [bytes] = words;
        if (event !== "data" || !(bytes instanceof Buffer)) return emit(event, ...words);
        for (let at = 0; at < bytes.length; at += size) emit("data", bytes.subarray(at, at + size));
        return true;
      };
      try {
        const rows = sql`select pg_temp.told(n), null::text, repeat('ä', n) from generate_series(1, 3) n`;
        expect(await written(client, rows.compile(tx)), String(size)).toBe("1,,ä\r\n2,,ää\r\n3,,äää\r\n");
        await sql`savepoint before`.execute(tx);
        const failing = sql`select n, 1 / (3 - n) from generate_series(1, 5) n`.compile(tx);
        await expect(written(client, failing), String(size)).rejects.toThrow("division by zero");
        await sql`rollback to before`.execute(tx);
      } finally {
        stream.emit = emit;
      }
    }
  });
});

it("rejects when its server ends the connection or the statement in the middle, or says nothing any more; the next one is whole", async () => {
  const ended = (how: string) =>
    selected(
      sql`select n, case when n = 40000 then ${sql.raw(how)}(pg_backend_pid()) end from generate_series(1, 50000) n`,
    );
  await expect(ended("pg_terminate_backend")).rejects.toThrow(/terminat/i);
  await expect(ended("pg_cancel_backend")).rejects.toThrow("canceling statement");
  await expect(
    withTenantClient(database.db, company, ({ tx, client }) =>
      selectCsv(client, sql`select 1 from pg_sleep(60)`.compile(tx), () => undefined, { silenceMs: 50 }),
    ),
  ).rejects.toThrow("Query read timeout");
  expect(await selected(sql`select 1`)).toBe("1\r\n");
});

it("rejects with what the taker of a page threw, and goes on with the next query", async () => {
  await withTenantClient(database.db, company, async ({ tx, client }) => {
    let pages = 0;
    const rows = sql`select n from generate_series(1, 50000) n`.compile(tx);
    const asked = selectCsv(client, rows, () => {
      pages++;
      throw new Error("No room");
    });
    await expect(asked).rejects.toThrow("No room");
    expect(await written(client, sql`select 1`.compile(tx))).toBe("1\r\n");
    expect(pages).toBe(1);
  });
});

it("takes every kind of parameter as the driver would send it", async () => {
  const words = ["it's", 'a "quote"', String.raw`back\slash`, "{a,b}", "null", "$1", "", "üñï"];
  const query = sql`select '$1' as "$2", ${words[0]} || ${words[2]}, ${5}::int + 1, ${true}::boolean,
    ${new Date("2026-03-01T12:30:00.500Z")}::timestamptz, ${null}::text,
    cardinality(${words}::text[]), ${words}::text[] = ${sql.join([sql`array[${sql.join(words)}]`])},
    (${[null, "a"]}::text[])[1] is null, 4 = any(${[4, 5]}::int[])`;
  expect(await selected(query)).toBe(
    String.raw`$1,it'sback\slash,6,true,2026-03-01T12:30:00.5Z,,8,true,true,true` + "\r\n",
  );
});

it("refuses what has no one text, and hands the database's own error on", async () => {
  await expect(selected(sql`select ${{ a: 1 }}::jsonb`)).rejects.toThrow(TypeError);
  await expect(selected(sql`select 1 as one, 2.5 as two`)).rejects.toThrow(
    "No text is known of type 1700 (two)",
  );
  await expect(selected(sql`select 1 / ${0}::int`)).rejects.toThrow("division by zero");
  expect(await selected(sql`select 1`)).toBe("1\r\n");
});
