import { createHash } from "node:crypto";

/** As an address is compared: without spaces around it, in lower case. */
export const normaliseAddress = (address: string) => address.trim().toLowerCase();

/** What is kept of an address that is not to be written to: SHA-256, from which nobody reads it. */
export const hashAddress = (address: string): Buffer =>
  createHash("sha256").update(normaliseAddress(address)).digest();
