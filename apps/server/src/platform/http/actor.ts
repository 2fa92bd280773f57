import type { CompanyRole, PlatformRole, Policy } from "@forestay/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Who is asking, as the database says it at this request (role changes hold from the next request on). */
export interface SignedInUser {
  userId: string;
  sessionId: string;
  email: string;
  platformRole: PlatformRole;
  /** Null for platform staff who belong to no company. */
  companyId: string | null;
  companyRole: CompanyRole | null;
}

/** A signed-in user of a company: what every handler behind a company policy gets. */
export interface CompanyUser extends SignedInUser {
  companyId: string;
  companyRole: CompanyRole;
}

/** The user a handler may rely on, given its route's policy. */
export type UserOf<P extends Policy> = P extends "public"
  ? null
  : P extends "authenticated" | `admin:${string}`
    ? SignedInUser
    : CompanyUser;

/** How requests are authenticated; the auth module provides it, the platform only asks. */
export interface Authenticator {
  /** Null when nobody is signed in; the cookie counts only where `allowCookie` is set. */
  authenticate(
    request: FastifyRequest,
    reply: FastifyReply,
    allowCookie: boolean,
  ): Promise<SignedInUser | null>;
  /** The user behind something issued earlier (a download ticket); null once disabled, gone or signed out. */
  findSignedInUser(sessionId: string): Promise<SignedInUser | null>;
}
