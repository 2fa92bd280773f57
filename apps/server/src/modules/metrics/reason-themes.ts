import type { ToldReason } from "./read-lifetime.ts";

/** Reasons of one kind. */
export interface Theme {
  label: string;
  customers: number;
  lostMinor: number;
  quotes: { words: string; times: number }[];
  /** Every wording, as written, in order. */
  wordings: string[];
}

const QUOTES = 3;

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

/** Groups what people wrote, the most frequent first; wordings that differ by case alone are one. What is of no theme stands by its own words. */
export function reasonThemes(reasons: readonly ToldReason[]): Theme[] {
  const found = new Map<string, Map<string, ToldReason>>();
  const written = new Map<string, string[]>();
  for (const reason of reasons) {
    const words = reason.words.toLowerCase();
    const label = themes.find(([, beginnings]) => beginnings.test(words))?.[0] ?? words;
    written.set(label, [...(written.get(label) ?? []), reason.words]);
    const own = found.get(label) ?? new Map<string, ToldReason>();
    found.set(label, own);
    const same = own.get(words);
    own.set(words, {
      words: same?.words ?? reason.words,
      customers: (same?.customers ?? 0) + reason.customers,
      lostMinor: (same?.lostMinor ?? 0) + reason.lostMinor,
    });
  }
  return [...found]
    .map(([key, wordings]) => {
      const own = [...wordings.values()].sort(
        (a, b) => b.customers - a.customers || (a.words < b.words ? -1 : 1),
      );
      const [most] = own;
      return {
        label:
          themes.find(([, beginnings]) => beginnings.test(most!.words.toLowerCase()))?.[0] ?? most!.words,
        customers: own.reduce((sum, { customers }) => sum + customers, 0),
        lostMinor: own.reduce((sum, { lostMinor }) => sum + lostMinor, 0),
        wordings: [...new Set(written.get(key))].sort(),
        quotes: own.slice(0, QUOTES).map(({ words, customers }) => ({ words, times: customers })),
      };
    })
    .sort((a, b) => b.customers - a.customers || b.lostMinor - a.lostMinor || (a.label < b.label ? -1 : 1));
}
