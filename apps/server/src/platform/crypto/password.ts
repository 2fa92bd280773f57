import { hash, verify } from "@node-rs/argon2";
import { createGate } from "./gate.ts";

/** Algorithm.Argon2id, which the package declares as an ambient const enum that type stripping cannot read. */
const ARGON2ID = 2;
/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane; 9 ms here. */
const parameters = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** At most two hashes at once, so that a flood of sign-ins cannot take all memory and cores. */
const gate = createGate(2);

export function hashPassword(password: string): Promise<string> {
  return gate(() => hash(password, parameters));
}

/** Hash of a password nobody has, for unknown users: their answer must take as long as anyone's, the first one too. */
const dummyHash = hashPassword("a password that nobody has");

/** Compares in the same time whether or not there is a hash to compare with; false where there is none. */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const compareWith = storedHash ?? (await dummyHash);
  const matches = await gate(() => verify(compareWith, password));
  return matches && storedHash !== null;
}
