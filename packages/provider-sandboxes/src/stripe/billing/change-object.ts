import type { EventType, StripeObject } from "../objects.ts";
import type { StripeAccount } from "../stripe-account.ts";

/** Changes an object in place and says so with what its fields were before; without a difference it says nothing. */
export function changeObject<T extends StripeObject>(
  account: StripeAccount,
  object: T,
  changes: Partial<T>,
  type: EventType,
): void {
  const previous: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changes)) {
    const before = object[name as keyof T];
    if (JSON.stringify(before) !== JSON.stringify(value)) previous[name] = structuredClone(before);
  }
  if (Object.keys(previous).length === 0) return;
  Object.assign(object, changes);
  account.emit(type, object, previous);
}
