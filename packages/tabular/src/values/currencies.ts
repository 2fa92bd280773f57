/**
 * Digits after the decimal mark of currencies that do not have two, as ISO 4217 counts them: the one table by which amounts are
 * read, stored and shown. Not Intl's, which tells how many decimals people like to see (none of rupiah, two of which exist).
 */
const minorDigits: Record<string, number> = {
  ...Object.fromEntries(
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0]),
  ),
  ...Object.fromEntries("BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3])),
  ...Object.fromEntries("CLF UYW".split(" ").map((code) => [code, 4])),
};

const codes = new Set(
  (
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC " +
    "CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD " +
    "JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD " +
    "NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP " +
    "SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG"
  ).split(" "),
);

// Everybody who writes it so: an amount is refused where its mark cannot mean the currency that its row says. The first of several is
// taken when neither that nor the company's own currency is one of them.
const symbols: [symbol: string, currencies: string[]][] = [
  ["US$", ["USD"]],
  ["CA$", ["CAD"]],
  ["C$", ["CAD", "NIO"]],
  ["AU$", ["AUD"]],
  ["A$", ["AUD"]],
  ["NZ$", ["NZD"]],
  ["HK$", ["HKD"]],
  ["S$", ["SGD"]],
  ["MX$", ["MXN"]],
  ["R$", ["BRL"]],
  [
    "$",
    (
      "USD CAD AUD NZD SGD HKD MXN ARS CLP COP TWD UYU DOP XCD BRL BBD BMD BND BSD BZD CUP CVE FJD GYD JMD KYD LRD NAD NIO SBD SRD SVC " +
      "TOP TTD WST ZWG"
    ).split(" "),
  ],
  ["€", ["EUR"]],
  ["£", ["GBP", "EGP", "GIP", "FKP", "SHP", "LBP", "SYP", "SDG", "SSP"]],
  ["¥", ["JPY", "CNY"]],
  ["₹", ["INR"]],
  ["Rs.", ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"]],
  ["Rs", ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"]],
  ["₽", ["RUB"]],
  ["₩", ["KRW", "KPW"]],
  ["₺", ["TRY"]],
  ["₴", ["UAH"]],
  ["₪", ["ILS"]],
  ["₫", ["VND"]],
  ["₦", ["NGN"]],
  ["₱", ["PHP", "CUP"]],
  ["฿", ["THB"]],
  ["zł", ["PLN"]],
  ["Kč", ["CZK"]],
  ["Ft", ["HUF"]],
  ["lei", ["RON", "MDL"]],
  ["kr.", ["DKK", "SEK", "NOK", "ISK"]],
  ["kr", ["SEK", "NOK", "DKK", "ISK"]],
  ["Fr.", ["CHF"]],
  ["R", ["ZAR", "LSL", "NAD", "SZL"]],
];

/** Digits after the decimal mark: 2 for most, 0 for yen, 3 for dinars. */
export function currencyMinorDigits(currency: string): number {
  return minorDigits[currency] ?? 2;
}

/** The currency a mark (`€`, `kr`, `eur`) stands for; of several the preferred one. Undefined for anything else. */
export function currencyOfMark(mark: string, preferred?: string): string | undefined {
  const upper = mark.toUpperCase();
  if (codes.has(upper)) return upper;
  const candidates = symbols.find(([symbol]) => symbol.toLowerCase() === mark.toLowerCase())?.[1];
  if (!candidates) return undefined;
  return preferred !== undefined && candidates.includes(preferred) ? preferred : candidates[0];
}

const marks = [...symbols.map(([symbol]) => symbol.replace(/[$.]/g, "\\$&")), "[a-z]{3}"].join("|");
const leading = new RegExp(`^([-+(]?)\\s*(${marks})(?=[\\s\\d.,'’(-])\\s*`, "iu");
const trailing = new RegExp(`(?<=[\\d.,)-])\\s*(${marks})(\\)?)$`, "iu");

/** Takes the currency mark off an amount: `-$1,200` is `-1,200` and `$`. The mark is undefined when there is none. */
export function splitCurrencyMark(text: string): { amount: string; mark?: string } {
  const before = leading.exec(text);
  if (before) return { amount: `${before[1]}${text.slice(before[0].length)}`, mark: before[2] ?? "" };
  const after = trailing.exec(text);
  if (after) return { amount: `${text.slice(0, after.index)}${after[2]}`, mark: after[1] ?? "" };
  return { amount: text };
}
