/** The pattern of `ilike` for what holds a text anywhere, its own `%` and `_` taken as they stand. */
export const containing = (text: string): string => `%${text.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
