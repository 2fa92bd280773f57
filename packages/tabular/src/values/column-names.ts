// What headings say about their columns, in the languages the readers know. Names alone never decide a kind.
const hints = {
  id: "id uuid guid key number no nr num ref reference référence nummer número numero",
  money:
    "price amount amt charge charges revenue mrr arr balance salary income ltv clv spend spent spending fee fees cost costs paid bill billing " +
    "sales turnover umsatz betrag preis gehalt saldo montant prix solde revenu importe precio ingresos valor fatturato prezzo bedrag omzet",
  phone:
    "phone telephone mobile cell tel fax telefon handy téléphone telephone teléfono telefono celular telefone",
  time: "date datum fecha data time timestamp at on since created updated ts dob birthday when",
} as const;

const hintWords = new Map(Object.entries(hints).map(([hint, words]) => [hint, new Set(words.split(" "))]));

/** Words of a heading: `customerID`, `customer_id` and `Customer Id` all hold `id`. */
function headingWords(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "");
}

/** Whether a heading speaks of the given thing; an id is named by the last word only (`id_card_issued` is no id). */
export function headingHints(name: string, hint: keyof typeof hints): boolean {
  const words = headingWords(name);
  const known = hintWords.get(hint);
  if (hint === "id") return known?.has(words.at(-1) ?? "") ?? false;
  return (
    words.some((word) => known?.has(word) ?? false) ||
    (hint === "money" && /lifetime ?value/i.test(words.join(" ")))
  );
}
