import { PRODUCT_NAME } from "@forestay/contracts";
import { AppError } from "#platform/http/app-error.ts";

/** Loaded with the first new password: 50,000 words that most processes' lives never need. */
let commonPasswords: Promise<ReadonlySet<string>> | null = null;

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].map((word) => word.toLowerCase()));
}

/** A word repeated to reach the length, or one with digits or marks hung on, is as common as the word. */
function coreOf(password: string): string {
  const letters = password.toLowerCase();
  const repeated = /^(.{1,5}?)\1+$/.exec(letters);
  return repeated?.[1] ?? letters.replace(/^[^a-z]+|[^a-z]+$/g, "");
}

/**
 * Refuses the commonest passwords and the person's own address; length is the contract's matter. Throws
 * `validation_failed` at `field`.
 */
export async function checkNewPassword(password: string, email: string, field = "password"): Promise<void> {
  const common = await (commonPasswords ??= loadCommonPasswords());
  const lower = password.toLowerCase();
  const core = coreOf(password);
  const own = [email, email.split("@")[0] ?? "", PRODUCT_NAME.toLowerCase()];
  const isCommon = common.has(lower) || core.length <= 3 || (core.length < 10 && common.has(core));
  if (isCommon) {
    throw new AppError("validation_failed", {
      fields: { [field]: "This password is one of the first that are tried. Choose another one" },
    });
  }
  if (own.some((word) => word.length >= 4 && (lower === word || core === word))) {
    throw new AppError("validation_failed", {
      fields: { [field]: "A password must not be your address or the product's name" },
    });
  }
}
