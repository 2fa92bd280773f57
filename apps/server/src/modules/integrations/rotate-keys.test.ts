import { startStripe, type StripePeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { countOlderSeals } from "#platform/crypto/rewrap-rows.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";
import { findIntegration } from "./integration-rows.ts";
import { openStored } from "./providers.ts";
import { integrationSeals, rewrapJob } from "./sealed-columns.ts";

let company: Connected<StripePeer>;
beforeEach(async () => {
  company = await connectedCompany("stripe", (options) =>
    startStripe({ ...options, data: { customers: 3, invoices: 3 } }),
  );
});
afterEach(() => company.close());

const NEW = "a new secret key of 32 characters!!";

it("a connection goes on without the old key once the night has put it under the new one", async () => {
  const { app, companyId } = company;
  const before = app.context.secretKeys;
  const both = [NEW, ...before];
  const older = (keys: readonly string[]) =>
    withTenant(app.db, companyId, (tx) => countOlderSeals(tx, keys, companyId, integrationSeals));
  const identify = async (secretKeys: readonly string[]) => {
    const row = await withTenant(app.db, companyId, (tx) => findIntegration(tx, companyId, "stripe"));
    if (!row) throw new Error("Not connected");
    return openStored({ ...app.context, secretKeys }, row).identify();
  };
  const account = await identify(before);
  expect(await older(before)).toBe(0);
  expect(await older(both)).toBeGreaterThan(0);
  await expect(identify([NEW])).rejects.toThrow();

  // Without the old key nothing can be wrapped anew, and nothing is broken.
  const night = (secretKeys: readonly string[]) =>
    rewrapJob.company.handler({
      ...app.jobContext,
      secretKeys: [...secretKeys],
      payload: { companyId },
      jobId: "night",
      attempt: 1,
      isLastAttempt: false,
      completeIn: async () => {},
      signal: new AbortController().signal,
    });
  await night([NEW]);
  expect(await older(both)).toBeGreaterThan(0);
  await night(both);
  expect(await older(both)).toBe(0);
  expect(await identify([NEW])).toEqual(account);
  await expect(identify(before)).rejects.toThrow();
});
