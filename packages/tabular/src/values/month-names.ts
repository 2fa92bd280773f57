// English, German, French, Spanish, Portuguese, Italian, Dutch; spellings without accents are added below.
const names = [
  "january januar janvier enero janeiro gennaio januari jan janv ene gen",
  "february februar février febrero fevereiro febbraio februari feb févr fev fév",
  "march märz mars marzo março maart mar mär mrz mrt",
  "april avril abril aprile apr avr abr",
  "may mai mayo maio maggio mei mag",
  "june juni juin junio junho giugno jun giu",
  "july juli juillet julio julho luglio jul juil lug",
  "august août agosto augustus aug aoû ago",
  "september septembre septiembre setembro settembre sep sept set",
  "october oktober octobre octubre outubro ottobre oct okt out ott",
  "november novembre noviembre novembro nov",
  "december dezember décembre diciembre dezembro dicembre dec dez déc dic",
];

const monthsByName = new Map<string, number>();
for (const [index, list] of names.entries()) {
  for (const name of list.split(" ")) {
    monthsByName.set(name, index + 1);
    monthsByName.set(name.normalize("NFD").replace(/\p{M}/gu, ""), index + 1);
  }
}

/** 1-12 for a month's name or short name, in seven languages. */
export function monthOfName(name: string): number | undefined {
  return monthsByName.get(name.toLowerCase().replace(/\.$/, ""));
}
