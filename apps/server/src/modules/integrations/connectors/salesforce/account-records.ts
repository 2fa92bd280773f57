import { z } from "zod";
import type { SourceRecord } from "../../connector.ts";
import { saidBy, type MapLine } from "../../mapping/mapped-fields.ts";
import { valueIn } from "./fields.ts";
import type { AskSoql } from "./soql.ts";
import { idList } from "./soql.ts";
import type { Row } from "./row.ts";

const person = z.object({ Id: z.string(), AccountId: z.string().nullable() });
const deal = z.object({
  Id: z.string(),
  AccountId: z.string().nullable(),
  Amount: z.number().nullable(),
  IsWon: z.boolean().nullable(),
  IsClosed: z.boolean().nullable(),
});

/** The people of accounts, by account. */
async function readPeople(soql: AskSoql, accounts: readonly string[]): Promise<Map<string, string[]>> {
  const people = new Map<string, string[]>();
  if (accounts.length === 0) return people;
  const rows = await soql(
    `SELECT Id, AccountId FROM Contact WHERE AccountId IN (${idList(accounts)}) ORDER BY Id`,
    person,
  );
  for (const { Id: id, AccountId: account } of rows)
    if (account !== null) people.set(account, [...(people.get(account) ?? []), id]);
  return people;
}

/** Accounts: what they are, said of each of their contacts. */
export async function readAccounts(
  soql: AskSoql,
  accounts: readonly Row[],
  lines: readonly MapLine[],
): Promise<SourceRecord[]> {
  const people = await readPeople(
    soql,
    accounts.map(({ Id: id }) => id),
  );
  return accounts.map((account) => {
    const { own: values } = saidBy(lines, valueIn(account));
    return {
      object: "accounts",
      sourceId: account.Id,
      label: typeof account["Name"] === "string" ? account["Name"] : `Account ${account.Id}`,
      detail: typeof account["Industry"] === "string" ? account["Industry"] : "",
      ofCustomers: [],
      traits: (people.get(account.Id) ?? []).map((sourceId) => ({ sourceId, values })),
    };
  });
}

/**
 * Opportunities: what was won of an account and what is open, said of each of its contacts. One alone says no sum, so the
 * others of its account are read with it; those in the bin count nowhere.
 */
export async function readOpportunities(
  soql: AskSoql,
  opportunities: readonly Row[],
): Promise<SourceRecord[]> {
  const accountOf = (one: Row) => (typeof one["AccountId"] === "string" ? one["AccountId"] : null);
  const accounts = [...new Set(opportunities.flatMap((one) => accountOf(one) ?? []))];
  const people = await readPeople(soql, accounts);
  const sums = new Map(accounts.map((account) => [account, { "Won deals": 0, "Open deals": 0 }]));
  if (accounts.length > 0) {
    const rows = await soql(
      `SELECT Id, AccountId, Amount, IsWon, IsClosed FROM Opportunity WHERE AccountId IN (${idList(accounts)})`,
      deal,
    );
    for (const { AccountId: account, Amount: amount, IsWon: isWon, IsClosed: isClosed } of rows) {
      const sum = sums.get(account ?? "");
      if (!sum) continue;
      if (isWon === true) sum["Won deals"] += amount ?? 0;
      else if (isClosed !== true) sum["Open deals"] += amount ?? 0;
    }
  }
  return opportunities.map((one) => {
    const account = accountOf(one);
    const values = sums.get(account ?? "") ?? {};
    return {
      object: "opportunities",
      sourceId: one.Id,
      label: typeof one["Name"] === "string" ? one["Name"] : `Opportunity ${one.Id}`,
      detail: typeof one["Amount"] === "number" ? String(one["Amount"]) : "",
      ofCustomers: [],
      traits: (people.get(account ?? "") ?? []).map((sourceId) => ({ sourceId, values })),
    };
  });
}
