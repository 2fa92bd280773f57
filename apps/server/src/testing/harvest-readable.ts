import type { RouteDefinition } from "@forestay/contracts";
import type { LightMyRequestResponse } from "fastify";
import { escapeIdentifier } from "pg";
import type { TestApp } from "./test-app.ts";

export interface Harvest {
  ids: Set<string>;
  /** What each route answered, by method, path and id: "GET /customers/:id 0193...". */
  answers: Map<string, string>;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** Rows of one table that stand for all of it: where two are refused, a third is too. */
const OF_A_KIND = 2;

export const takesId = (route: RouteDefinition) => route.path.includes("/:");

/**
 * Everything that somebody can read: all GET routes, with every id that turns up on the way. A route that refused two rows of a
 * table, and let none be read, is not asked for the table's others.
 */
export async function harvestReadable(
  app: TestApp,
  ask: (route: RouteDefinition, id?: string) => Promise<LightMyRequestResponse>,
  first?: string,
): Promise<Harvest> {
  const ids = new Set<string>();
  const answers = new Map<string, string>();
  const take = (key: string, answer: LightMyRequestResponse): boolean => {
    if (answer.statusCode >= 300) return false;
    answers.set(key, answer.body);
    for (const [id] of answer.body.matchAll(UUID)) ids.add(id.toLowerCase());
    return true;
  };
  const readable = app.api.routes.filter((route) => route.method === "GET" && route.policy !== "public");
  for (const route of readable.filter((one) => !takesId(one))) take(`GET ${route.path}`, await ask(route));
  const kinds = new Map<string, string>();
  const tried = new Set<string>();
  /** By route and kind; below zero once one was read. */
  const refused = new Map<string, number>();
  // Whoever has something of everything is among the rows that stand for their table.
  for (
    let fresh = [...(first === undefined ? [] : [first]), ...[...ids].filter((id) => id !== first)];
    fresh.length > 0;
    fresh = [...ids].filter((id) => !tried.has(id))
  ) {
    for (const [id, kind] of await kindsOf(app, fresh)) kinds.set(id, kind);
    for (const id of fresh) tried.add(id);
    for (const route of readable.filter(takesId)) {
      for (const id of fresh) {
        const kind = `${route.path} ${kinds.get(id) ?? id}`;
        const times = refused.get(kind) ?? 0;
        if (times >= OF_A_KIND) continue;
        const isRead = take(`GET ${route.path} ${id}`, await ask(route, id));
        refused.set(kind, isRead ? Number.NEGATIVE_INFINITY : times + 1);
      }
    }
  }
  return { ids, answers };
}

/** Of ids some of each table's rows, and all that are the id of no row. */
export async function someOfEachKind(app: TestApp, ids: readonly string[]): Promise<string[]> {
  const kinds = await kindsOf(app, ids);
  const taken = new Map<string, number>();
  return ids.filter((id) => {
    const kind = kinds.get(id) ?? id;
    const before = taken.get(kind) ?? 0;
    taken.set(kind, before + 1);
    return before < OF_A_KIND;
  });
}

/** The table of which each id is a row's; those of no row are missing. */
async function kindsOf(app: TestApp, ids: readonly string[]): Promise<Map<string, string>> {
  const tables = await app.queryAsAdmin<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' order by 1`,
  );
  const kinds = new Map<string, string>();
  for (const { name } of tables) {
    const rows = await app.queryAsAdmin<{ id: string }>(
      `select id from ${escapeIdentifier(name)} where id = any($1)`,
      [ids],
    );
    for (const { id } of rows) kinds.set(id, name);
  }
  return kinds;
}
