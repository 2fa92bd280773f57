/** Before the path of every route of the contract. */
export const API_PREFIX = "/api";
