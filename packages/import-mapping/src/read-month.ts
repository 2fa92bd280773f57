const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Year and month (1-12) of a cell that names a month and no day: 2026-03, 202603, 03/2026, Mar 2026. */
export function readMonth(text: string): { year: number; month: number } | null {
  const trimmed = text.trim();
  const named = /^([a-z]{3,9})\.?[ -](\d{4})$/i.exec(trimmed);
  const yearFirst = /^(\d{4})[-/.]?(\d{2})$/.exec(trimmed);
  const monthFirst = /^(\d{1,2})[-/.](\d{4})$/.exec(trimmed);
  const year = Number(named?.[2] ?? yearFirst?.[1] ?? monthFirst?.[2] ?? Number.NaN);
  const month = named
    ? monthNames.indexOf((named[1] ?? "").slice(0, 3).toLowerCase()) + 1
    : Number(yearFirst?.[2] ?? monthFirst?.[1] ?? Number.NaN);
  return year >= 1900 && year <= 2200 && month >= 1 && month <= 12 ? { year, month } : null;
}
