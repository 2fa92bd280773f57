/** The product's name, in one place; a BETA tag follows the wordmark everywhere. */
export const PRODUCT_NAME = "Forestay";
export const PRODUCT_TAG = "BETA";
