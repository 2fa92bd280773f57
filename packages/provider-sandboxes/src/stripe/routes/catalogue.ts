import type { Routes } from "../../kit/index.ts";
import type { Coupon, Price, Product } from "../objects.ts";
import { invalid } from "../stripe-errors.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { found, listPage, oneOf, shown } from "../wire/list-page.ts";
import { allowOnly, fieldsOf, flagOf, metadataOf, neededText, textOf, wholeOf } from "../wire/parameters.ts";

/** `/v1/products`, `/v1/prices` and `/v1/coupons`. */
export function catalogueRoutes(account: StripeAccount): Routes {
  return {
    "GET /v1/products": (request) => {
      const active = flagOf(request.form, "active");
      return listPage(account, request, account.products, {
        kind: "product",
        filters: ["active", "type"],
        matches: (one) => active === undefined || one.active === active,
      });
    },
    "GET /v1/products/:id": (request) => oneOf(account, request, account.products, "product"),
    "POST /v1/products": (request) => {
      allowOnly(request.form, ["name", "description", "metadata"]);
      const product = newProduct(account, neededText(request.form, "name"), metadataOf(request.form));
      return shown(account, request, product);
    },
    "GET /v1/prices": (request) => {
      const { form } = request;
      const [active, product] = [flagOf(form, "active"), textOf(form, "product")];
      const [currency, type] = [textOf(form, "currency"), textOf(form, "type")];
      return listPage(account, request, account.prices, {
        kind: "price",
        filters: ["active", "product", "currency", "type"],
        matches: (one) =>
          (active === undefined || one.active === active) &&
          (product === undefined || one.product === product) &&
          (currency === undefined || one.currency === currency) &&
          (type === undefined || one.type === type),
      });
    },
    "GET /v1/prices/:id": (request) => oneOf(account, request, account.prices, "price"),
    "POST /v1/prices": (request) => {
      const { form } = request;
      allowOnly(form, [
        "currency",
        "product",
        "unit_amount",
        "recurring",
        "nickname",
        "metadata",
        "tax_behavior",
      ]);
      const recurring = fieldsOf(form["recurring"], "recurring");
      const unitAmount = wholeOf(form, "unit_amount");
      if (unitAmount === undefined) throw invalid("Missing required param: unit_amount.", "unit_amount");
      const behavior = textOf(form, "tax_behavior");
      const price = newPrice(account, {
        currency: neededText(form, "currency"),
        product: found(account.products, neededText(form, "product"), "product", "product").id,
        unit_amount: unitAmount,
        nickname: textOf(form, "nickname") ?? null,
        ...((behavior === "inclusive" || behavior === "exclusive") && { taxBehavior: behavior }),
        ...(recurring && {
          interval: neededText(recurring, "interval"),
          intervalCount: wholeOf(recurring, "interval_count") ?? 1,
        }),
      });
      return shown(account, request, price);
    },
    "GET /v1/coupons": (request) => listPage(account, request, account.coupons, { kind: "coupon" }),
    "GET /v1/coupons/:id": (request) => oneOf(account, request, account.coupons, "coupon"),
    "POST /v1/coupons": (request) => {
      const { form } = request;
      allowOnly(form, [
        "percent_off",
        "amount_off",
        "currency",
        "duration",
        "duration_in_months",
        "name",
        "id",
      ]);
      const percent = textOf(form, "percent_off");
      const coupon = newCoupon(account, {
        id: textOf(form, "id") ?? account.draws.letters(8),
        name: textOf(form, "name") ?? null,
        duration: textOf(form, "duration") ?? "once",
        duration_in_months: wholeOf(form, "duration_in_months") ?? null,
        percent_off: percent === undefined ? null : Number(percent),
        amount_off: wholeOf(form, "amount_off") ?? null,
        currency: textOf(form, "currency") ?? null,
      });
      return shown(account, request, coupon);
    },
  };
}

/** A product made now. */
export function newProduct(
  account: StripeAccount,
  name: string,
  metadata: Record<string, string> = {},
): Product {
  const now = account.now();
  const product: Product = {
    id: account.newId("prod"),
    object: "product",
    active: true,
    created: now,
    default_price: null,
    description: null,
    livemode: false,
    metadata,
    name,
    type: "service",
    unit_label: null,
    updated: now,
  };
  account.products.put(product);
  account.emit("product.created", product);
  return product;
}

/** What a new price says; without an interval it is charged once. */
export interface NewPrice {
  product: string;
  currency: string;
  unit_amount: number | null;
  nickname?: string | null;
  interval?: string;
  intervalCount?: number;
  metered?: boolean;
  taxBehavior?: "exclusive" | "inclusive";
  /** In tiers; `unit_amount` is null then. */
  tiers?: { upTo: number | null; unit?: number; flat?: number }[];
  tiersMode?: "graduated" | "volume";
}

/** A price made now. */
export function newPrice(account: StripeAccount, given: NewPrice): Price {
  const price: Price = {
    id: account.newId("price"),
    object: "price",
    active: true,
    billing_scheme: given.tiers ? "tiered" : "per_unit",
    created: account.now(),
    currency: given.currency,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: given.nickname ?? null,
    product: given.product,
    recurring:
      given.interval === undefined
        ? null
        : {
            interval: given.interval as NonNullable<Price["recurring"]>["interval"],
            interval_count: given.intervalCount ?? 1,
            meter: given.metered ? account.newId("mtr") : null,
            trial_period_days: null,
            usage_type: given.metered ? "metered" : "licensed",
          },
    tax_behavior: given.taxBehavior ?? "unspecified",
    tiers_mode: given.tiersMode ?? null,
    transform_quantity: null,
    type: given.interval === undefined ? "one_time" : "recurring",
    unit_amount: given.unit_amount,
    unit_amount_decimal: given.unit_amount === null ? null : String(given.unit_amount),
    ...(given.tiers && {
      tiers: given.tiers.map(({ upTo, unit, flat }) => ({
        flat_amount: flat ?? null,
        flat_amount_decimal: flat === undefined ? null : String(flat),
        unit_amount: unit ?? null,
        unit_amount_decimal: unit === undefined ? null : String(unit),
        up_to: upTo,
      })),
    }),
  };
  account.prices.put(price);
  account.emit("price.created", price);
  return price;
}

/** A coupon made now. */
export function newCoupon(
  account: StripeAccount,
  given: Pick<
    Coupon,
    "id" | "name" | "duration" | "duration_in_months" | "percent_off" | "amount_off" | "currency"
  >,
): Coupon {
  if ((given.percent_off === null) === (given.amount_off === null))
    throw invalid("Give one of percent_off and amount_off.", "percent_off");
  const coupon: Coupon = {
    ...given,
    object: "coupon",
    created: account.now(),
    livemode: false,
    metadata: {},
    times_redeemed: 0,
    valid: true,
  };
  account.coupons.put(coupon);
  account.emit("coupon.created", coupon);
  return coupon;
}
