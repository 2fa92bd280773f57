import type { EndReason } from "#modules/ledger/index.ts";

/** Reasons of one kind. */
export interface Theme {
  label: string;
  ended: number;
  monthlyMinor: number;
  quotes: { words: string; times: number }[];
}

const QUOTES = 3;
const MOST_THEMES = 12;

/**
 * Beginnings of words by which a reason is of a theme, in English, German, French, Spanish and Portuguese; the first theme that
 * matches takes it, so the narrower stand first.
 */
const themes: readonly (readonly [label: string, beginnings: RegExp])[] = [
  [
    "Payment did not come in",
    /\b(payment|card|unpaid|dunning|charge ?back|nicht bezahlt|zahlung|impay|impag|cart[aã]o|pagamento)/,
  ],
  [
    "Closed down, merged or sold",
    /\b(out of business|bankrupt|insolven|clos(ed|ing)|shut|acquired|acquisition|merge|cease|insolvenz|geschlossen|faillite|quiebra|fal[eê]ncia)/,
  ],
  [
    "Went to a competitor",
    /\b(competitor|switch|alternative|another (tool|provider|vendor)|moved to|wettbewerb|konkurren|gewechselt|concurren|competencia|concorr)/,
  ],
  [
    "Something is missing",
    /\b(missing|feature|function|integration|lack|capabilit|fehl|funktion|manqu|fonction|falta|funcion)/,
  ],
  [
    "Too expensive",
    /\b(pric|expens|cost|budget|cheap|afford|money|teuer|preis|kosten|cher|prix|car[oa]s?\b|precio|pre[cç]o)/,
  ],
  [
    "Errors, or too slow",
    /\b(bug|error|slow|crash|unreliab|downtime|outage|broken|fehler|langsam|absturz|lent|panne|erro|fallo|lento)/,
  ],
  ["Support", /\b(support|service|response|help|hilfe|soporte|suporte|assistance)/],
  [
    "Hard to use",
    /\b(difficult|complicat|complex|hard to|confus|usab|schwierig|kompliziert|compliqu|dif[ií]cil|complicad)/,
  ],
  [
    "No longer needed",
    /\b(no longer|not (using|used|needed)|unused|need|project|temporar|season|brauche|nicht mehr|projekt|besoin|plus util|necesit|precis|uso\b)/,
  ],
  ["Wanted a test only", /\b(trial|test|evaluat|proof of concept|poc\b|probe|essai|prueba|teste)/],
];

/** Groups what people wrote, the most frequent first. What is of no theme stands by its own words. */
export function reasonThemes(reasons: readonly EndReason[]): Theme[] {
  const found = new Map<string, EndReason[]>();
  for (const reason of reasons) {
    const words = reason.words.toLowerCase();
    const label = themes.find(([, beginnings]) => beginnings.test(words))?.[0] ?? reason.words;
    const own = found.get(label);
    if (own === undefined) found.set(label, [reason]);
    else own.push(reason);
  }
  return [...found]
    .map(([label, own]) => ({
      label,
      ended: own.reduce((sum, { ended }) => sum + ended, 0),
      monthlyMinor: own.reduce((sum, { monthlyMinor }) => sum + monthlyMinor, 0),
      quotes: own
        .toSorted((a, b) => b.ended - a.ended || (a.words < b.words ? -1 : 1))
        .slice(0, QUOTES)
        .map(({ words, ended }) => ({ words, times: ended })),
    }))
    .sort((a, b) => b.ended - a.ended || b.monthlyMinor - a.monthlyMinor || (a.label < b.label ? -1 : 1))
    .slice(0, MOST_THEMES);
}
