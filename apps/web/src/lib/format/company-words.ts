import type { businessModels, churnDates } from "@forestay/contracts/wire";

export const businessModelWords: Record<(typeof businessModels)[number], string> = {
  b2b_monthly: "Businesses, monthly",
  b2b_annual: "Businesses, yearly",
  b2c_monthly: "People, monthly",
  b2c_annual: "People, yearly",
};

export const churnDateChoices = [
  {
    value: "end_of_paid_term",
    label: "When its paid term ends",
    help: "Canceled in March, paid until June: churned in June.",
  },
  {
    value: "request",
    label: "On the day canceling was asked for",
    help: "Canceled in March, paid until June: churned in March.",
  },
] as const satisfies readonly { value: (typeof churnDates)[number]; label: string; help: string }[];

interface Choice {
  value: string;
  label: string;
  keywords?: readonly string[];
}

/** Every currency this browser can name, by code. */
export function currencies(): Choice[] {
  const names = new Intl.DisplayNames("en-US", { type: "currency" });
  return Intl.supportedValuesOf("currency").map((code) => ({
    value: code,
    label: `${code}, ${names.of(code) ?? code}`,
  }));
}

let zones: Choice[] | undefined;

/**
 * Every time zone this browser knows, and UTC, which its list leaves out: with what it is ahead of UTC now, and found by
 * that, by its city, its name ("Central European") and its abbreviations. Worked out once, because naming 400 takes a while.
 */
export function timeZones(): Choice[] {
  return (zones ??= zoneNames().map((zone) => {
    const offset = zoneWords(zone, "longOffset").replace("GMT", "UTC") || "UTC";
    const plain = offset === "UTC" ? "UTC+00:00" : offset;
    return {
      value: zone,
      label:
        zone === "UTC"
          ? "UTC"
          : `${zone.replaceAll("_", " ")} (${plain.replace(/:00$/, "").replace(/([+-])0(?=\d)/, "$1")})`,
      keywords: [
        plain,
        ...(["short", "long", "longGeneric"] as const).map((style) => zoneWords(zone, style)),
      ],
    };
  }));
}

function zoneNames(): string[] {
  const known = Intl.supportedValuesOf("timeZone");
  return known.includes("UTC") ? known : ["UTC", ...known];
}

function zoneWords(timeZone: string, timeZoneName: "short" | "long" | "longGeneric" | "longOffset"): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}
