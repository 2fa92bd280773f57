import { Secret, TOTP } from "otpauth";

/** RFC 6238 with what every authenticator app takes for granted. */
const settings = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** RFC 6238 section 5.2: one step to either side for clocks that differ and people who type slowly. */
const WINDOW_STEPS = 1;

/** The time step whose code this is, later than `afterStep` so that a code counts once; null when it is none. */
export function matchTotp(secret: Uint8Array, code: string, now: Date, afterStep: number): number | null {
  // The library throws for six characters that are more than six bytes.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const token = { token: code, secret: asSecret(secret), ...settings, timestamp, window: WINDOW_STEPS };
  const early = TOTP.validate(token);
  if (early === null) return null;
  const step = TOTP.counter({ ...settings, timestamp }) + early;
  return step > afterStep ? step : null;
}

/** RFC 4648 base32 without padding, as apps ask for it. */
export const base32 = (secret: Uint8Array): string => asSecret(secret).base32;

/** The address that an authenticator app reads from the QR code. */
export const otpauthUri = (issuer: string, label: string, secret: Uint8Array): string =>
  new TOTP({ ...settings, issuer, label, secret: asSecret(secret) }).toString();

// Of exactly these bytes: a Buffer may be a window into a larger one.
const asSecret = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer });
