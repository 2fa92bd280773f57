import type { AuditAction } from "@forestay/contracts";
import type { LightMyRequestResponse } from "fastify";
import type { CompanyUser } from "#platform/http/actor.ts";

type Writes = (
  action: AuditAction,
  name: string,
  request?: { id?: string; body?: object; as?: CompanyUser },
) => Promise<LightMyRequestResponse>;

const idOf = (answer: LightMyRequestResponse) => answer.json<{ id: string }>().id;

/** Every route of live support that leaves an entry, done once: a person asks, an Admin answers. */
export async function walkSupport(writes: Writes, person: CompanyUser, admin: CompanyUser): Promise<void> {
  const asked = { initialMessage: "It hangs", originalContext: { type: 6, routePath: "/app/imports/1" } };
  const id = idOf(
    await writes("support.session_started", "POST /support/sessions", { as: person, body: asked }),
  );
  const claim = "POST /support/admin/sessions/:id/claim";
  await writes("support.session_claimed", claim, { as: admin, id });
  await writes("support.session_released", "POST /support/admin/sessions/:id/release", { as: admin, id });
  await writes("support.session_claimed", claim, { as: admin, id });
  const body = { reason: "Solved" };
  await writes("support.session_closed", "POST /support/sessions/:id/close", { as: admin, id, body });
  const replies = "/support/admin/canned-replies";
  const reply = { title: "Hello", body: "Hello {name}" };
  const kept = idOf(await writes("support.reply_saved", `POST ${replies}`, { as: admin, body: reply }));
  await writes("support.reply_saved", `PUT ${replies}/:id`, { as: admin, id: kept, body: reply });
  await writes("support.reply_removed", `DELETE ${replies}/:id`, { as: admin, id: kept });
}
