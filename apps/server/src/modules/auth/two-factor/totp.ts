import { createHmac, timingSafeEqual } from "node:crypto";

/** RFC 6238 with what every authenticator app takes for granted: SHA-1, 6 digits, 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** RFC 6238 section 5.2: one step to either side for clocks that differ and people who type slowly. */
const WINDOW_STEPS = 1;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4226: the code of one counter value. */
export function hotp(secret: Uint8Array, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac("sha1", secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const value = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return (value % 10 ** digits).toString().padStart(digits, "0");
}

export const stepAt = (now: Date) => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

/** The time step whose code this is, later than `afterStep` so that a code counts once; null when it is none. */
export function matchTotp(secret: Uint8Array, code: string, now: Date, afterStep: number): number | null {
  const given = Buffer.from(code);
  const current = stepAt(now);
  let found: number | null = null;
  // All steps are always compared: which one matched must not show in the time.
  for (let step = current - WINDOW_STEPS; step <= current + WINDOW_STEPS; step++) {
    const expected = Buffer.from(hotp(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected) && step > afterStep)
      found = step;
  }
  return found;
}

/** RFC 4648 base32 without padding, as apps ask for it. */
export function base32(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  let text = "";
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text;
}

/** The address that an authenticator app reads from the QR code. */
export function otpauthUri(issuer: string, account: string, secret: Uint8Array): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
