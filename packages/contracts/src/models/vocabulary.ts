/** How far the scores may be relied on, decided by rules in the engine, in this order of trust. */
export const reliabilityLevels = ["good", "weak", "provisional", "not_reliable"] as const;

export const driftLevels = ["stable", "shifting", "drifted"] as const;
