/** A bill as its system has it now: what has to be known before it is tried again, or its customer is written to. */
export interface OpenBill {
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  /** ISO 4217. */
  currency: string;
  /** In minor units of the currency. */
  remainingMinor: number;
  paidMinor: number;
  /** When the system itself tries next; null: it has stopped, or waits for the customer to pay. ISO 8601. */
  nextAttemptAt: string | null;
  /** Tries of the system's own schedule. */
  attemptCount: number;
  /** The system charges a card by itself; else it sent the bill and waits. */
  isChargedAutomatically: boolean;
  /** Where the customer pays it on the system's own page; null where there is none. */
  hostedUrl: string | null;
  /** A bank took a payment of it back and that is not decided for us: nobody writes to the customer. */
  isDisputed: boolean;
}

/** Why a card refused, as the system says it. */
export interface Decline {
  code: string | null;
  declineCode: string | null;
  adviceCode: string | null;
  networkDeclineCode: string | null;
  networkAdviceCode: string | null;
}

/** What became of a try to collect a bill. */
export type PayResult =
  | { outcome: "paid"; paidMinor: number; currency: string }
  /** `isReplay`: this very try was made before, and this is its answer again. */
  | { outcome: "declined"; decline: Decline; isReplay: boolean }
  /** The bank wants the customer to confirm: no try helps, the page at `hostedUrl` does. */
  | { outcome: "needs_confirmation"; hostedUrl: string | null; isReplay: boolean }
  /** Nothing was tried. `nextAttemptAt` where the system tries by itself. */
  | { outcome: "not_tried"; reason: NotTried; nextAttemptAt: string | null }
  /** No answer: it may have been done. Asked again with the same key it is done once. */
  | { outcome: "unavailable"; retryAfterMs: number | null; message: string };

export type NotTried =
  /** The bill is settled, or is no more. */
  | "paid"
  | "void"
  | "uncollectible"
  | "draft"
  | "gone"
  /** The system itself tries again (`nextAttemptAt`), or it sent the bill and charges no card. */
  | "provider_retries"
  | "sent_to_customer"
  | "disputed"
  | "no_payment_method"
  /** The key was used for something else. */
  | "key_used"
  | "not_permitted"
  /** It no longer lets us in, or is not connected. */
  | "expired"
  | "not_connected"
  /** This server is a restored copy: it moves nobody's money. */
  | "held";

/** Where a customer puts another card in place, made when it is asked for, as such links are short-lived. */
export type CardLink =
  | { kind: "portal" | "hosted"; url: string }
  /** The bill asks for nothing any more. */
  | { kind: "settled"; status: OpenBill["status"] }
  | { kind: "none"; reason: "gone" | "no_page" | "expired" | "not_connected" }
  | { kind: "unavailable"; retryAfterMs: number | null; message: string };

/** The card that a subscription is charged by, as its system has it now, and when it is charged next. */
export interface ChargedCard {
  subscriptionId: string;
  customerId: string;
  /** The network, as the system names it. */
  brand: string;
  last4: string;
  /** ISO 8601: the first moment at which it is no longer good. */
  endsAt: string;
  /** ISO 8601. */
  chargesAt: string;
  /** Its network or wallet usually puts its successor in place by itself. */
  renewsItself: boolean;
  /** The customer has a card on file that is good for longer, which this subscription is not charged by. */
  hasOther: boolean;
}

/** The card that a customer would pay a bill with now. */
export interface CardInPlace {
  /** Its name at the system, by which it is charged. */
  paymentMethod: string;
  /** Tells one number from another; null where the system does not say. The ledger's `cardKey`. */
  cardKey: string | null;
  /** When the customer gave it. ISO 8601. */
  addedAt: string;
}

export interface CardsPage {
  cards: ChargedCard[];
  /** Where the next page begins; null: this was the last. */
  next: string | null;
}

/** Collecting bills in one account. Calls throw ProviderError where they are not answered as they should be. */
export interface Collecting {
  /** Whether the credential may have bills paid: asked by a call that does nothing. */
  mayCollect(): Promise<boolean>;
  /** Null: it is not there. */
  readBill(invoiceId: string): Promise<OpenBill | null>;
  /**
   * Tries the card that is in place now, or the one that is named, once per key; the bill is looked at first. `isAgain`: this try
   * may have been made already, so that of a bill that is paid its key says whether it was this one that paid it.
   */
  pay(
    invoiceId: string,
    idempotencyKey: string,
    { paymentMethod, isAgain }: { paymentMethod: string | null; isAgain: boolean },
  ): Promise<PayResult>;
  /** The card of a bill's subscription or customer, whichever was given last; null: there is none, or the bill is of no subscription. */
  cardInPlace(invoiceId: string): Promise<CardInPlace | null>;
  /**
   * `isTried`: with another card in place it is tried from here; else its customer has to pay it on a page, unless the system goes
   * on trying. `isConfirmed`: the bank wants the customer, who confirms on the bill's own page and nowhere else.
   */
  cardLink(
    invoiceId: string,
    returnUrl: string,
    { isTried, isConfirmed }: { isTried: boolean; isConfirmed: boolean },
  ): Promise<CardLink>;
  /** Cards of all subscriptions that charge one by themselves, a page at a time. */
  readCards(place: string | null): Promise<CardsPage>;
  /** Null: no card of it will be charged, it ends or is gone. */
  readCard(subscriptionId: string): Promise<ChargedCard | null>;
  /** Where a customer puts another card in place before anything is open. */
  cardPage(customerId: string, returnUrl: string): Promise<CardLink>;
}
