/** Questions of which somebody has to say yet who it is, or those that were answered. */
export const matchStates = ["waiting", "answered"] as const;
export type MatchState = (typeof matchStates)[number];

/** In what a record of a connected system and a customer here agree. */
export const matchReasons = ["email", "name"] as const;
export type MatchReason = (typeof matchReasons)[number];

/** Customers that are listed with a record it could be. */
export const MATCH_CANDIDATES = 10;
/** Answers that are given at once. */
export const MATCH_ANSWERS = 100;

/** In what two customers here agree that may be one; the surest first. */
export const pairReasons = ["email", "alias", "external_id", "name"] as const;
export type PairReason = (typeof pairReasons)[number];
/** Pairs of which somebody has to say yet whether they are one, or those that were said to be two. */
export const pairStates = ["waiting", "apart"] as const;
export type PairState = (typeof pairStates)[number];
/** Pairs that wait for somebody to say, at most: more are looked for once some are answered. */
export const MOST_OPEN_PAIRS = 200;
