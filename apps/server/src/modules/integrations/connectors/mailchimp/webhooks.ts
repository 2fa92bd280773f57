import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Change } from "../../connector.ts";
import { ProviderError } from "../../provider-error.ts";
import type { AskJson } from "../ask-json.ts";

const created = z.object({ id: z.string().min(1).max(100) });

const SECRET_BYTES = 32;
/** Whether it has the form of what ends our addresses. */
export const couldBeSecret = (text: string): boolean =>
  text.length === Math.ceil((SECRET_BYTES * 8) / 6) && /^[\w-]+$/.test(text);

export const webhooksOf = (list: string, hook = ""): string =>
  `/3.0/lists/${encodeURIComponent(list)}/webhooks${hook === "" ? "" : `/${encodeURIComponent(hook)}`}`;

/** Each audience with its webhook, of what `subscribe` gave as one id. */
export const hooksOf = (id: string): [list: string, hook: string][] =>
  id.split(",").map((one) => {
    const [list = "", hook = ""] = one.split(":");
    return [list, hook];
  });

/**
 * Has every audience tell of its members. Mailchimp signs nothing, so that the end of the address is the secret. Null where one
 * of them cannot reach the address: then we ask.
 */
export async function subscribe(
  ask: AskJson,
  lists: readonly string[],
  address: string,
): Promise<{ id: string; secret: string } | null> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const events = { subscribe: true, unsubscribe: true, profile: true, cleaned: true, upemail: true };
  // By whomever it was changed; nothing is written there by us.
  const sources = { user: true, admin: true, api: true };
  const made: string[] = [];
  try {
    for (const list of lists) {
      const body = { url: `${address}/${secret}`, events: { ...events, campaign: false }, sources };
      const hook = await ask(webhooksOf(list), {}, created, { method: "POST", body });
      if (hook !== null) made.push(`${list}:${hook.id}`);
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // All or none: of those that were made nobody would know the secret.
    for (const [list, hook] of made.flatMap(hooksOf))
      await ask(webhooksOf(list, hook), {}, z.unknown(), { method: "DELETE" }).catch(quietly);
    return null;
  }
  return made.length === 0 ? null : { id: made.join(","), secret };
}

/**
 * What a form of Mailchimp's says changed: members, by their addresses, whose record is read anew. Its id is that of the form,
 * which comes again as it was where our answer was lost.
 */
export function newsOfForm(body: Buffer, now: Date): Change[] {
  const form = new URLSearchParams(body.toString("utf8"));
  const emails = ["data[email]", "data[new_email]", "data[old_email]"].flatMap((name) => form.getAll(name));
  const firedAt = new Date(`${(form.get("fired_at") ?? "").replace(" ", "T")}Z`);
  const formId = createHash("sha256").update(body).digest("hex");
  return [...new Set(emails.map((email) => email.trim().toLowerCase()))]
    .filter((email) => email !== "")
    .slice(0, MOST_NAMED)
    .map((email) => ({
      eventId: `${formId}:${memberId(email)}`,
      object: "members",
      sourceId: memberId(email),
      occurredAt: Number.isNaN(firedAt.getTime()) ? now : firedAt,
    }));
}

/** What could not be taken back ends by itself: Mailchimp gives up an address that goes on refusing. */
function quietly(error: unknown): void {
  if (!(error instanceof ProviderError)) throw error;
}

/** Members that one form may name: an address and what it was before. */
const MOST_NAMED = 3;

/** A member's id is the MD5 of the address in small letters; what the form calls `id` is another one. */
export const memberId = (email: string): string => createHash("md5").update(email).digest("hex");
