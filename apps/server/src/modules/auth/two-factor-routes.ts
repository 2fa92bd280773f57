import { PRODUCT_NAME, twoFactorRoutes } from "@forestay/contracts";
import { renderSVG } from "uqr";
import { recordAudit } from "#modules/audit/index.ts";
import { withCompanyOf } from "#modules/companies/index.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { tellSecurityNews } from "./account-mails.ts";
import { countGuess, forgiveGuess, tooManyGuesses, type Guess } from "./attempts.ts";
import { recordRefusedProof, requireOwnPassword } from "./own-password.ts";
import { countRecoveryCodes, replaceRecoveryCodes } from "./two-factor/recovery-codes.ts";
import { base32, otpauthUri } from "./two-factor/totp.ts";
import {
  beginTwoFactor,
  confirmTwoFactor,
  hasTwoFactor,
  spendSecondFactor,
  turnOffTwoFactor,
} from "./two-factor/two-factor.ts";

const wrongCode = () =>
  new AppError("validation_failed", { fields: { code: "This code is not right. Use the one shown now" } });

/** Binds turning two-factor on and off. */
export function bindTwoFactorRoutes(api: Api, context: ModuleContext): void {
  const { db, clock, config, secretKeys } = context;
  const guessOf = (user: SignedInUser): Guess => ({
    kind: "mfa",
    account: user.userId,
    ipAddress: user.ipAddress ?? "",
    now: clock.now(),
    limitScale: config.rateLimitScale,
  });
  const limit = async (user: SignedInUser) => {
    const refused = await withSystem(db, (tx) => countGuess(tx, guessOf(user)));
    if (refused) throw tooManyGuesses(refused);
  };
  const refuse = async (user: SignedInUser): Promise<never> => {
    await recordRefusedProof(db, user, "second_factor");
    throw wrongCode();
  };

  /** After a right guess: no longer counted against the person, written down, and told to them. */
  const changed = async (
    tx: Tx,
    user: SignedInUser,
    action: "two_factor.enabled" | "two_factor.codes_renewed" | "two_factor.disabled",
    news: { title: string; what: string },
  ) => {
    await forgiveGuess(tx, guessOf(user));
    await recordAudit(tx, user, { action, target: user.email, targetId: user.userId });
    await tellSecurityNews(context, tx, user, news);
  };

  bind(api, twoFactorRoutes.getTwoFactor, ({ user }) =>
    withSystem(db, async (tx) => ({
      enabled: await hasTwoFactor(tx, user.userId),
      recoveryCodesLeft: await countRecoveryCodes(tx, user.userId),
    })),
  );

  bind(api, twoFactorRoutes.startTwoFactor, async ({ body, user }) => {
    await requireOwnPassword(context, user, body.password);
    const secret = await withSystem(db, (tx) => beginTwoFactor(tx, secretKeys, user.userId, clock.now()));
    if (secret === null) {
      throw new AppError("invalid_state", { message: "Two-factor is on already. Turn it off first." });
    }
    const uri = otpauthUri(PRODUCT_NAME, user.email, secret);
    return { secret: base32(secret), otpauthUri: uri, qrSvg: renderSVG(uri, { ecc: "M" }) };
  });

  bind(api, twoFactorRoutes.confirmTwoFactor, async ({ body, user }) => {
    await limit(user);
    const recoveryCodes = await withCompanyOf(db, user, async (tx) => {
      const codes = await confirmTwoFactor(tx, secretKeys, user.userId, body.code, clock.now());
      if (codes === null) return null;
      await changed(tx, user, "two_factor.enabled", {
        title: "Two-factor is on",
        what: "From now on signing in takes a code of your authenticator app, or a recovery code.",
      });
      return codes;
    });
    if (recoveryCodes === null) return refuse(user);
    return { recoveryCodes };
  });

  bind(api, twoFactorRoutes.renewRecoveryCodes, async ({ body, user }) => {
    await requireOwnPassword(context, user, body.password);
    await limit(user);
    const recoveryCodes = await withCompanyOf(db, user, async (tx) => {
      if (!(await spendSecondFactor(tx, secretKeys, user.userId, body.code, clock.now()))) return null;
      const codes = await replaceRecoveryCodes(tx, secretKeys, user.userId);
      await changed(tx, user, "two_factor.codes_renewed", {
        title: "New recovery codes were made",
        what: "Your earlier recovery codes stopped working.",
      });
      return codes;
    });
    if (recoveryCodes === null) return refuse(user);
    return { recoveryCodes };
  });

  bind(api, twoFactorRoutes.disableTwoFactor, async ({ body, user }) => {
    await requireOwnPassword(context, user, body.password);
    await limit(user);
    const isRight = await withCompanyOf(db, user, async (tx) => {
      if (!(await spendSecondFactor(tx, secretKeys, user.userId, body.code, clock.now()))) return false;
      await turnOffTwoFactor(tx, user.userId);
      await changed(tx, user, "two_factor.disabled", {
        title: "Two-factor is off",
        what: "Signing in takes your password or an e-mailed code alone again.",
      });
      return true;
    });
    if (!isRight) return refuse(user);
    return {};
  });
}
