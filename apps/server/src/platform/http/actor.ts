import {
  isPlatformPolicy,
  satisfiesPolicy,
  type CompanyRole,
  type NamedPolicy,
  type PlatformRole,
  type Policy,
} from "@forestay/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppError } from "./app-error.ts";

/** Who is asking, as the database says it at this request (role changes hold from the next request on). */
export interface SignedInUser {
  userId: string;
  /** Empty where an API key asks. */
  sessionId: string;
  email: string;
  platformRole: PlatformRole;
  /** Null for platform staff who belong to no company. */
  companyId: string | null;
  companyRole: CompanyRole | null;
  /** Where this request came from, for the audit log; absent where nothing was requested over HTTP. */
  ipAddress?: string;
  /** Present where an API key asks, with its maker's role: it may do what both its scopes and that role allow. */
  apiKey?: ApiKeyIdentity;
}

export interface ApiKeyIdentity {
  id: string;
  name: string;
  scopes: readonly NamedPolicy[];
}

/** A signed-in user of a company: what every handler behind a company policy gets. */
export interface CompanyUser extends SignedInUser {
  companyId: string;
  companyRole: CompanyRole;
}

/** The user a handler may rely on, given its route's policy. */
export type UserOf<P extends Policy> = P extends "public"
  ? null
  : P extends "authenticated" | "mail:read" | `admin:${string}` | `support:${string}`
    ? SignedInUser
    : CompanyUser;

/**
 * Whether this caller may pass a policy: the role's answer, and for an API key its scopes as well. A key is the
 * company's, so it never acts as a person (`authenticated`) or for the platform.
 */
export function mayPass(
  policy: Policy,
  user: Pick<SignedInUser, "platformRole" | "companyRole" | "apiKey"> | null,
): boolean {
  if (!satisfiesPolicy(policy, user)) return false;
  if (user?.apiKey === undefined || policy === "public") return true;
  if (policy === "member") return true;
  return policy !== "authenticated" && !isPlatformPolicy(policy) && user.apiKey.scopes.includes(policy);
}

/** How requests are authenticated; the auth module provides it, the platform only asks. */
export interface Authenticator {
  /** Null when nobody is signed in; the cookie counts only where `allowCookie` is set. */
  authenticate(
    request: FastifyRequest,
    reply: FastifyReply,
    allowCookie: boolean,
  ): Promise<SignedInUser | null>;
  /** What to refuse with where nobody is signed in: with a cookie of a session that has ended, why it did. */
  refuseNobody(request: FastifyRequest, reply: FastifyReply, allowCookie: boolean): Promise<AppError>;
  /** The user behind something issued earlier (a download ticket); null once disabled, gone or signed out. */
  findSignedInUser(sessionId: string): Promise<SignedInUser | null>;
  /** The same for something that an API key asked for; null once the key is revoked or its maker gone. */
  findApiKeyUser(companyId: string, apiKeyId: string): Promise<SignedInUser | null>;
}
