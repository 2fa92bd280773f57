/**
 * How far the scores may be relied on, decided by rules in the engine, in this order of trust. `unconfirmed`: it would be
 * good, but rests on columns that may be written when a customer leaves, and nobody has said yet that they are not.
 */
export const reliabilityLevels = ["good", "weak", "provisional", "unconfirmed", "not_reliable"] as const;

export const driftLevels = ["stable", "shifting", "drifted"] as const;
