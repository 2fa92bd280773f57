import type { businessModels } from "@forestay/contracts/wire";

export const businessModelWords: Record<(typeof businessModels)[number], string> = {
  b2b_monthly: "Businesses, monthly",
  b2b_annual: "Businesses, yearly",
  b2c_monthly: "People, monthly",
  b2c_annual: "People, yearly",
};

interface Choice {
  value: string;
  label: string;
}

/** Every currency this browser can name, by code. */
export function currencies(): Choice[] {
  const names = new Intl.DisplayNames("en-US", { type: "currency" });
  return Intl.supportedValuesOf("currency").map((code) => ({
    value: code,
    label: `${code}, ${names.of(code) ?? code}`,
  }));
}

/** Every time zone this browser knows, and UTC, which its list leaves out. */
export function timeZones(): Choice[] {
  const zones = Intl.supportedValuesOf("timeZone");
  return [...(zones.includes("UTC") ? [] : ["UTC"]), ...zones].map((zone) => ({
    value: zone,
    label: zone.replaceAll("_", " "),
  }));
}
