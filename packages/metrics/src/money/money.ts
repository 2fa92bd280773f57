/** An amount in the smallest unit of its currency (cents, yen): a safe whole number. */
export interface Money {
  /** ISO 4217, three capitals. */
  readonly currency: string;
  readonly amountMinor: number;
}

/**
 * Adds two amounts of one currency.
 * @throws RangeError for two currencies, as only the company's own rates of a date could make one of them, and for a sum
 * that is too large to be exact.
 */
export function addMoney(a: Money, b: Money): Money {
  requireSameCurrency(a.currency, b.currency);
  return { currency: a.currency, amountMinor: exactMinor(a.amountMinor + b.amountMinor, "a sum of money") };
}

/** Sums amounts, each currency by itself, in the order in which currencies first appear. */
export function sumByCurrency(amounts: Iterable<Money>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { currency, amountMinor } of amounts) {
    sums.set(currency, exactMinor((sums.get(currency) ?? 0) + amountMinor, `the sum of ${currency}`));
  }
  return sums;
}

/** @throws RangeError when two currencies would be counted as one. */
export function requireSameCurrency(a: string, b: string): void {
  if (a !== b) {
    throw new RangeError(
      `${a} and ${b} cannot be added up: convert one of them first, by a rate with its date`,
    );
  }
}

/** @throws RangeError for what is no currency code. */
export function requireCurrency(currency: string): void {
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new RangeError(`"${currency}" is no currency code of three capital letters`);
  }
}

/**
 * Gives back a whole amount that a number holds exactly.
 * @throws RangeError for fractions, for what is not finite, and beyond 2^53 - 1, where cents would get lost.
 */
export function exactMinor(amountMinor: number, what: string): number {
  if (!Number.isSafeInteger(amountMinor)) {
    throw new RangeError(`${what} is ${amountMinor}, which is no whole, exact number of minor units`);
  }
  return amountMinor;
}

/** @throws RangeError as `exactMinor`, and for amounts below zero. */
export function exactPositiveMinor(amountMinor: number, what: string): number {
  if (amountMinor < 0) throw new RangeError(`${what} is ${amountMinor}, which is below zero`);
  return exactMinor(amountMinor, what);
}
