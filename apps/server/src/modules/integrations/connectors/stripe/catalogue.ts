import type Stripe from "stripe";

/** Prices and products of an account: subscriptions and bills name them by their ids alone. */
export interface Catalogue {
  /** With its tiers, where it has any; the one that was handed in where it is not listed (archived meanwhile). */
  price(price: Stripe.Price): Stripe.Price;
  find(priceId: string): Stripe.Price | null;
  productName(price: Stripe.Price): string | null;
}

const LONGEST_PLAN = 200;

export function createCatalogue(
  prices: readonly Stripe.Price[],
  products: readonly Stripe.Product[],
): Catalogue {
  const byId = new Map(prices.map((price) => [price.id, price]));
  const names = new Map(products.map(({ id, name }) => [id, name]));
  return {
    price: (price) => byId.get(price.id) ?? price,
    find: (id) => byId.get(id) ?? null,
    productName({ product, nickname }) {
      const named =
        typeof product === "string" ? names.get(product) : "name" in product ? product.name : undefined;
      return (named ?? nickname)?.slice(0, LONGEST_PLAN) ?? null;
    },
  };
}
