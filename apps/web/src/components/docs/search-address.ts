/** Where the documentation's words lie, for whoever searches it; written by the web's build. */
export const SEARCH_ADDRESS = "/docs-search.json";
