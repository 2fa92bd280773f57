import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { openClient } from "./open-client.ts";

const SOURCE = path.join(import.meta.dirname, "../..");
/** Where a connection may be made: both listen to its loss. */
const makers = ["platform/db/database.ts", "platform/db/open-client.ts"];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("a connection of its own", () => {
  it("that the database ends while it is idle is heard, and ends nothing but its next statement", async () => {
    const { promise: lost, resolve: onError } = Promise.withResolvers<Error>();
    const client = await openClient({ connectionString: database.ownerConnectionString }, onError);
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    await database.queryAsAdmin("select pg_terminate_backend($1)", [rows[0]?.pid]);
    expect((await lost).message).toContain("terminating connection");
    await expect(client.query("select 1")).rejects.toThrow();
    await client.end();
  });

  it("is opened in one place: nothing else of the server makes a Client or a Pool of pg, which nobody might listen to", () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && !/\.test\.ts$|^testing\/|\/fixtures\//.test(file),
    );
    const strays = files.filter((file) => {
      const imported = /import \{([^}]*)\} from "pg";/.exec(readFileSync(path.join(SOURCE, file), "utf8"));
      const values = (imported?.[1] ?? "").split(",").map((name) => name.trim());
      return values.includes("Client") || values.includes("Pool");
    });
    expect(strays.sort()).toEqual(makers);
  });
});
