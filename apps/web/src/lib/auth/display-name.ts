import type { User } from "@forestay/contracts/wire";

/** Full name, else the e-mail. */
export function displayName(user: Pick<User, "firstName" | "lastName" | "email">): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.email;
}
