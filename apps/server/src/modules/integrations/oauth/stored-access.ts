import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { advisoryLock, withSessionLock } from "#platform/db/advisory-lock.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { ProviderError } from "../provider-error.ts";
import { refreshTokens, type TokenQuestion } from "./ask-for-tokens.ts";
import { findTokens, tokensOf, writeTokens } from "./token-rows.ts";

/** What a call shows to be let in. */
export interface Access {
  /** What opens the account now; renewed before it ends. */
  current(): Promise<string>;
  /** Another one than `stale`, which was refused. Throws ProviderError `expired` where there is none. */
  renewed(stale: string): Promise<string>;
}

interface StoredTokens {
  accessToken: string;
  refreshAt: Date | null;
}

type Context = Pick<ModuleContext, "db" | "clock" | "secretKeys">;

/** A pasted key: it is what it is. */
export const pastedAccess = (credential: string, name: string): Access => ({
  current: () => Promise.resolve(credential),
  renewed: () =>
    Promise.reject(
      new ProviderError("expired", `${name} no longer accepts the key. Paste a new one to go on.`),
    ),
});

/** Renewals of this process that are under way, by company and system. Those who wait for one hold no connection meanwhile. */
const underWay = new Map<string, Promise<StoredTokens>>();

/**
 * Access by stored tokens. Whoever finds them near their end renews them, one at a time over all processes, with no row held
 * and no transaction open while the system is asked; the others read what came of it. What the system gives is stored before anybody uses it, since the old
 * refresh token may hold no longer.
 */
export function storedAccess(
  context: Context,
  companyId: string,
  provider: IntegrationProvider,
  question: TokenQuestion,
): Access {
  const { db, clock, secretKeys } = context;
  const name = `${companyId} ${provider}`;
  let known: StoredTokens | null = null;
  const isFresh = ({ refreshAt }: { refreshAt: Date | null }) =>
    refreshAt === null || clock.now() < refreshAt;

  async function readStored() {
    const stored = await withTenant(db, companyId, (tx) => findTokens(tx, secretKeys, companyId, provider));
    if (!stored) throw ended(question.name);
    return stored;
  }

  const renewAlone = (stale: string | null): Promise<StoredTokens> =>
    withSessionLock(db, advisoryLock.tokenRenewals, name, async () => {
      const before = await readStored();
      if (stale === null ? isFresh(before) : before.accessToken !== stale) return before;
      if (before.refreshToken === null) throw ended(question.name);
      const answer = await refreshTokens(question, before.refreshToken);
      const after = tokensOf(question.style, answer, clock.now(), before);
      return withTenant(db, companyId, async (tx) => {
        const now = await findTokens(tx, secretKeys, companyId, provider, { lock: true });
        if (!now) throw ended(question.name);
        // Connected anew meanwhile: what was renewed is of a connection that is no more.
        if (now.refreshToken !== before.refreshToken) return now;
        await writeTokens(tx, secretKeys, companyId, provider, after);
        return after;
      });
    });

  async function renew(stale: string | null): Promise<string> {
    for (let other = underWay.get(name); other !== undefined; other = underWay.get(name)) {
      known = await other;
      // What somebody else was given may be what is refused here.
      if (known.accessToken !== stale) return known.accessToken;
    }
    const mine = renewAlone(stale).finally(() => underWay.delete(name));
    underWay.set(name, mine);
    known = await mine;
    return known.accessToken;
  }

  return {
    async current() {
      if (known && isFresh(known)) return known.accessToken;
      const stored = await readStored();
      known = stored;
      return isFresh(stored) ? stored.accessToken : renew(null);
    },
    renewed: renew,
  };
}

const ended = (name: string) =>
  new ProviderError("expired", `${name} ended our access. Connect it again to go on.`);
