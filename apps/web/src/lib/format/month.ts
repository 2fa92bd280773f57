const shortNames = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

/** 'Oct' of '2026-10'; January carries its year. */
export function shortMonth(month: string): string {
  const name = shortNames.format(new Date(`${month}-01T00:00:00Z`));
  return month.endsWith("-01") ? `${name} ${month.slice(0, 4)}` : name;
}
