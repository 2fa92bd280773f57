import { randomUUID } from "node:crypto";
import {
  HOUR_MS,
  MOST_WEBHOOKS,
  WEBHOOK_ROTATION_HOURS,
  type Webhook,
  type webhookInput,
} from "@forestay/contracts";
import type { z } from "zod";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { actorColumns } from "#modules/companies/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { checkAddress } from "./check-address.ts";
import { auditedOf, getWebhook, hostOf, lockEndpoint } from "./endpoint-rows.ts";
import { createSecret } from "./secrets.ts";

type Context = Pick<ModuleContext, "db" | "clock" | "outbound" | "secretKeys">;
type Input = z.output<typeof webhookInput>;

interface WithSecret {
  webhook: Webhook;
  secret: string;
}

/** Adds an address. Throws `validation_failed` for one that may not be called, `invalid_state` where there are too many. */
export async function createWebhook(context: Context, user: CompanyUser, input: Input): Promise<WithSecret> {
  const { db, clock, secretKeys } = context;
  const { companyId } = user;
  const url = await checkAddress(context, input.url);
  const id = randomUUID();
  const { secret, sealed } = createSecret(secretKeys, { companyId, endpointId: id });
  return withTenant(db, companyId, async (tx) => {
    const { count } = await tx
      .selectFrom("webhook_endpoints")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("company_id", "=", companyId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_WEBHOOKS)
      throw new AppError("invalid_state", {
        message: `A company has at most ${MOST_WEBHOOKS} webhooks. Remove one first.`,
      });
    const row = { url, description: input.description, kinds: [...new Set(input.kinds)] };
    await tx
      .insertInto("webhook_endpoints")
      .values({
        company_id: companyId,
        id,
        ...row,
        sealed_secret: sealed,
        status: "active",
        created_at: clock.now(),
        ...actorColumns("created_by", user),
      })
      .execute();
    await recordAudit(tx, user, {
      action: "webhook.created",
      target: hostOf(row),
      targetId: id,
      after: auditedOf(row),
    });
    return { webhook: await getWebhook(tx, companyId, clock.now(), id), secret };
  });
}

/** Changes where an address lies and what it is sent; what waits goes to the new one. Throws as createWebhook, and `not_found`. */
export async function updateWebhook(
  context: Context,
  user: CompanyUser,
  id: string,
  input: Input,
): Promise<Webhook> {
  const { db, clock } = context;
  const { companyId } = user;
  const { url: known } = await withTenant(db, companyId, (tx) => getWebhook(tx, companyId, clock.now(), id));
  const url = input.url === known ? known : await checkAddress(context, input.url);
  return withTenant(db, companyId, async (tx) => {
    const before = await lockEndpoint(tx, companyId, id);
    const row = { url, description: input.description, kinds: [...new Set(input.kinds)] };
    const hasMoved = before.url !== url;
    const changes = changesOf(
      { ...auditedOf(before), address: "as before" },
      {
        ...auditedOf(row),
        address: hasMoved ? "another" : "as before",
      },
    );
    if (changes !== null) {
      await tx
        .updateTable("webhook_endpoints")
        .set(row)
        .where("company_id", "=", companyId)
        .where("id", "=", id)
        .execute();
      await recordAudit(tx, user, {
        action: "webhook.changed",
        target: hostOf(row),
        targetId: id,
        ...changes,
      });
    }
    return getWebhook(tx, companyId, clock.now(), id);
  });
}

/** Replaces the secret; the one before signs too for a day, so that a receiver can change over without a gap. */
export async function rotateSecret(context: Context, user: CompanyUser, id: string): Promise<WithSecret> {
  const { db, clock, secretKeys } = context;
  const { companyId } = user;
  const now = clock.now();
  return withTenant(db, companyId, async (tx) => {
    const before = await lockEndpoint(tx, companyId, id);
    const { secret, sealed } = createSecret(secretKeys, { companyId, endpointId: id });
    await tx
      .updateTable("webhook_endpoints")
      .set({
        sealed_secret: sealed,
        previous_sealed_secret: before.sealed_secret,
        previous_until: new Date(now.getTime() + WEBHOOK_ROTATION_HOURS * HOUR_MS),
      })
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .execute();
    await recordAudit(tx, user, {
      action: "webhook.secret_rotated",
      target: hostOf(before),
      targetId: id,
    });
    return { webhook: await getWebhook(tx, companyId, now, id), secret };
  });
}

/** Removes an address with all its deliveries. Throws `not_found`. */
export async function removeWebhook({ db }: Context, user: CompanyUser, id: string): Promise<void> {
  const { companyId } = user;
  await withTenant(db, companyId, async (tx) => {
    const row = await lockEndpoint(tx, companyId, id);
    await tx
      .deleteFrom("webhook_endpoints")
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .execute();
    await recordAudit(tx, user, {
      action: "webhook.removed",
      target: hostOf(row),
      targetId: id,
      before: auditedOf(row),
    });
  });
}
