import { Connection } from "@jsforce/jsforce-node";
import { afterEach, beforeEach, expect, it } from "vitest";
import { peerClock } from "../kit/index.ts";
import { startSalesforce, type SalesforcePeer } from "./start-salesforce.ts";

let peer: SalesforcePeer;
let connection: Connection;
beforeEach(async () => {
  peer = await startSalesforce({ clock: peerClock("2026-03-10T09:00:00Z"), data: "empty" });
  const { accessToken } = peer.oauth.issue();
  connection = new Connection({ instanceUrl: peer.url, accessToken, version: "64.0" });
});
afterEach(() => peer.close());

it("answers Salesforce's published client over pages, with deleted records, and with what is left of the day", async () => {
  for (let at = 0; at < 2500; at++) peer.data.add("Contact", { LastName: `P${at}` });
  const soql = "SELECT Id, LastName FROM Contact ORDER BY Id";
  const all = await connection.query<{ Id: string; LastName: string }>(soql, {
    autoFetch: true,
    maxFetch: 10_000,
  });
  expect([all.totalSize, all.done, all.records.length]).toEqual([2500, true, 2500]);
  expect(connection.limitInfo.apiUsage?.limit).toBeGreaterThan(0);

  peer.data.delete("Contact", all.records[0]?.Id ?? "");
  expect((await connection.query("SELECT COUNT() FROM Contact")).totalSize).toBe(2499);
  const withDeleted = await connection.query("SELECT Id FROM Contact WHERE IsDeleted = true", {
    scanAll: true,
  });
  expect(withDeleted.records).toHaveLength(1);
});

it("joins conditions in brackets as SOQL does, and takes no mixture without them", async () => {
  for (const name of ["Ada", "Bo", "Cy"])
    peer.data.add("Contact", { LastName: name, Title: "It's (one) OR two" });
  const names = async (where: string) =>
    (
      await connection.query<{ LastName: string }>(`SELECT LastName FROM Contact WHERE ${where} ORDER BY Id`)
    ).records.map(({ LastName }) => LastName);
  expect(await names("(LastName = 'Ada' OR LastName = 'Cy') AND Title = 'It\\'s (one) OR two'")).toEqual([
    "Ada",
    "Cy",
  ]);
  expect(
    await names("(LastName > 'Ada' OR (LastName = 'Ada' AND Id = 'none')) AND IsDeleted = false"),
  ).toEqual(["Bo", "Cy"]);
  await expect(names("LastName = 'Ada' OR LastName = 'Bo' AND IsDeleted = false")).rejects.toMatchObject({
    errorCode: "MALFORMED_QUERY",
  });
});

it("refuses the published client's session once it is over", async () => {
  peer.oauth.revokeAll();
  await expect(connection.query("SELECT Id FROM Contact")).rejects.toMatchObject({
    errorCode: "INVALID_SESSION_ID",
  });
});
