import { randomBytes } from "node:crypto";
import { DAY_MS, type CompanyRole } from "@forestay/contracts";
import { hashOpaqueToken } from "#platform/crypto/secrets.ts";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { actorColumns, type Actor } from "./actors.ts";

/** A week and a weekend to get round to it. */
const TTL_MS = 10 * DAY_MS;
const COMPANY_BYTES = 16;
const SECRET_BYTES = 32;

export interface Invitation {
  id: string;
  companyId: string;
  email: string;
  role: CompanyRole;
  /** As the invited person reads it. */
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
  /** When the invited person found that they cannot join with this address. */
  unusableAt: Date | null;
}

/** The company that a link names; null for what cannot be one of ours. It is looked up behind that company's walls. */
export function companyOfInvitation(token: string): string | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== COMPANY_BYTES + SECRET_BYTES) return null;
  const hex = bytes.subarray(0, COMPANY_BYTES).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function createToken(companyId: string): { token: string; hash: Buffer } {
  const company = Buffer.from(companyId.replaceAll("-", ""), "hex");
  const token = Buffer.concat([company, randomBytes(SECRET_BYTES)]).toString("base64url");
  return { token, hash: hashOpaqueToken(token) };
}

function openInvitations(tx: Tx, companyId: string) {
  return tx
    .selectFrom("invitations")
    .select([
      "id",
      "company_id as companyId",
      "email",
      "role",
      "invited_by as invitedBy",
      "created_at as createdAt",
      "expires_at as expiresAt",
      "unusable_at as unusableAt",
    ])
    .where("company_id", "=", companyId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null);
}

const toInvitation = (row: Omit<Invitation, "role"> & { role: string }): Invitation => ({
  ...row,
  role: row.role as CompanyRole,
});

/** Invitations not accepted and not withdrawn, expired ones too: they can be sent again. */
export async function listInvitations(tx: Tx, companyId: string): Promise<Invitation[]> {
  const rows = await openInvitations(tx, companyId).orderBy("created_at", "desc").orderBy("id").execute();
  return rows.map(toInvitation);
}

export async function findInvitation(tx: Tx, companyId: string, id: string): Promise<Invitation | undefined> {
  const row = await openInvitations(tx, companyId).where("id", "=", id).executeTakeFirst();
  return row && toInvitation(row);
}

/** The live invitation of a link; undefined once used, withdrawn, replaced or expired. Locked when `forUpdate`. */
export async function findInvitationByToken(
  tx: Tx,
  companyId: string,
  token: string,
  now: Date,
  { forUpdate = false } = {},
): Promise<Invitation | undefined> {
  const live = openInvitations(tx, companyId)
    .where("token_hash", "=", hashOpaqueToken(token))
    .where("expires_at", ">", now);
  const row = await (forUpdate ? live.forUpdate() : live).executeTakeFirst();
  return row && toInvitation(row);
}

/** Invites an address; an open invitation of the same address is replaced, and its link stops working. */
export async function createInvitation(
  tx: Tx,
  invitation: {
    companyId: string;
    email: string;
    role: CompanyRole;
    actor: Actor;
    now: Date;
  },
): Promise<{ invitation: Invitation; token: string }> {
  const { companyId, email, role, actor, now } = invitation;
  // Of two at once the second waits for the first one's commit: there is one open invitation of an address.
  await lockUntilCommit(tx, advisoryLock.invitations, companyId);
  await tx
    .updateTable("invitations")
    .set({ revoked_at: now })
    .where("company_id", "=", companyId)
    .where("email", "=", email)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .execute();
  const { token, hash } = createToken(companyId);
  const expiresAt = new Date(now.getTime() + TTL_MS);
  const { id, invited_by } = await tx
    .insertInto("invitations")
    .values({
      company_id: companyId,
      email,
      role,
      token_hash: hash,
      ...actorColumns("invited_by", actor),
      created_at: now,
      expires_at: expiresAt,
    })
    .returning(["id", "invited_by"])
    .executeTakeFirstOrThrow();
  return {
    invitation: {
      id,
      companyId,
      email,
      role,
      invitedBy: invited_by,
      createdAt: now,
      expiresAt,
      unusableAt: null,
    },
    token,
  };
}

/** Gives an invitation a new link and a new term; the link before stops working. */
export async function renewInvitation(
  tx: Tx,
  invitation: Invitation,
  now: Date,
): Promise<{ invitation: Invitation; token: string }> {
  const { token, hash } = createToken(invitation.companyId);
  const expiresAt = new Date(now.getTime() + TTL_MS);
  await tx
    .updateTable("invitations")
    .set({ token_hash: hash, expires_at: expiresAt })
    .where("company_id", "=", invitation.companyId)
    .where("id", "=", invitation.id)
    .execute();
  return { invitation: { ...invitation, expiresAt }, token };
}

/** Keeps that the invited person could not join with this address; the first time counts. */
export async function markUnusable(tx: Tx, { companyId, id }: Invitation, now: Date): Promise<void> {
  await tx
    .updateTable("invitations")
    .set({ unusable_at: now })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("unusable_at", "is", null)
    .execute();
}

/** Ends an invitation, accepted or withdrawn. */
export async function closeInvitation(
  tx: Tx,
  { companyId, id }: Invitation,
  how: "accepted" | "revoked",
  now: Date,
): Promise<void> {
  await tx
    .updateTable("invitations")
    .set(how === "accepted" ? { accepted_at: now } : { revoked_at: now })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/** Removes the invitations that a deleted person got. */
export async function eraseInvitationsTo(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("invitations").where("email", "=", email).execute();
}
