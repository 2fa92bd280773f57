/** Countries whose paper is Letter (CLDR, supplemental data, paperSize US-Letter). */
const letterCountries = "BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" ");

let letterZones: Set<string> | undefined;

/** What a company prints on, by the country of its time zone; everywhere else, and in UTC, A4. */
export function paperOf(timeZone: string): "A4" | "LETTER" {
  letterZones ??= new Set(letterCountries.flatMap((country) => zonesOf(country)));
  return letterZones.has(timeZone) ? "LETTER" : "A4";
}

const zonesOf = (country: string): readonly string[] =>
  (
    new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones(): string[] | undefined }
  ).getTimeZones() ?? [];
