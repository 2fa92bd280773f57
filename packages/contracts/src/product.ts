/** The product's name, in one place (decision 1); a BETA tag follows the wordmark everywhere. */
export const PRODUCT_NAME = "Forestay";
export const PRODUCT_TAG = "BETA";
