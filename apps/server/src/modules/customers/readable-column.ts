/**
 * A column's name as a person would write it: 'InternetService' -> 'Internet service', 'total_charges' -> 'Total charges',
 * 'customerID' -> 'Customer ID'. A name with a space in it was written by a person and stays.
 */
export function readableColumn(name: string): string {
  if (/\s/.test(name.trim())) return name;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[\s_.-]+/)
    .filter((word) => word !== "")
    // An abbreviation is written in capitals wherever it stands.
    .map((word) => (/^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()));
  const [first] = words;
  if (first === undefined) return name;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...words.slice(1)].join(" ");
}
