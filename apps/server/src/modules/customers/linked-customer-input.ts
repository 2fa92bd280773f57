/** A customer as a connected system knows it. Null means "not said": it never overwrites what is stored. */
export interface LinkedCustomerInput {
  /** The system's own id. */
  sourceId: string;
  email: string | null;
  fullName: string | null;
  /** False: a person there who buys nothing yet. Matched with whom we know, and nobody new is made of them; true unless stated. */
  isCustomer?: boolean;
  plan?: string;
  /** A month, in the company's currency and its major units. */
  monthlyRevenue?: number;
  /** ISO 8601. */
  startedAt?: string;
}
