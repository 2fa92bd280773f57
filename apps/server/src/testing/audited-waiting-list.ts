import type { AuditAction } from "@forestay/contracts";
import type { LightMyRequestResponse } from "fastify";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { TestApp } from "./test-app.ts";

type Writes = (
  action: AuditAction,
  name: string,
  request?: { id?: string; body?: object; as?: CompanyUser | null },
) => Promise<LightMyRequestResponse>;

/** Everything that is done with the waiting list, once: by a visitor, and by the platform's staff. */
export async function walkWaitingList(
  app: TestApp,
  writes: Writes,
  { email, admin }: { email: string; admin: CompanyUser },
): Promise<void> {
  await writes("waiting_list.joined", "POST /waiting-list/join", { as: null, body: { email } });
  const token = "a-token-of-the-mail";
  const [entry] = await app.queryAsAdmin<{ id: string }>(
    "update waiting_list_entries set confirm_token_hash = sha256($2::bytea) where email = $1 returning id",
    [email, Buffer.from(token)],
  );
  const deed = { as: admin, id: entry?.id ?? "" };
  await writes("waiting_list.confirmed", "POST /waiting-list/confirm", { as: null, body: { token } });
  await writes("waiting_list.invited", "POST /waiting-list/:id/invite", deed);
  await writes("waiting_list.link_made", "POST /waiting-list/:id/link", deed);
  await writes("waiting_list.exported", "POST /waiting-list/exports", { as: admin });
  await writes("waiting_list.removed", "DELETE /waiting-list/:id", deed);
  await writes("waiting_list.deleted", "DELETE /waiting-list/:id", deed);
}
