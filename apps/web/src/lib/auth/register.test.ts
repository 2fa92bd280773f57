import { expect, it } from "vitest";
import { register } from "./register.ts";

it("signing up with a password is refused in the fixed words", async () => {
  await expect(register()).rejects.toThrow(/^Register not implemented$/);
});
