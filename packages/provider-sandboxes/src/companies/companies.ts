import { drawsFrom } from "../kit/index.ts";

/** A person of a fictional company. */
export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  title: string;
}

/** A fictional company; its address ends in `.example`, which nobody can own. */
export interface Company {
  name: string;
  domain: string;
  country: "US" | "DE" | "GB" | "JP";
  currency: "usd" | "eur" | "gbp" | "jpy";
  employees: number;
  people: Person[];
}

const first = [
  "Amber",
  "Birch",
  "Cedar",
  "Delta",
  "Ember",
  "Fjord",
  "Garnet",
  "Harbor",
  "Indigo",
  "Juniper",
  "Kestrel",
  "Lumen",
  "Maple",
  "Nimbus",
  "Opal",
  "Pine",
  "Quartz",
  "River",
  "Summit",
  "Tundra",
];
const second = [
  "Analytics",
  "Bakery Supply",
  "Clinics",
  "Design",
  "Education",
  "Freight",
  "Gardens",
  "Health",
  "Interiors",
  "Labs",
  "Logistics",
  "Media",
  "Outdoors",
  "Robotics",
  "Systems",
  "Travel",
];
const endings = { US: "Inc.", DE: "GmbH", GB: "Ltd", JP: "K.K." } as const;
const currencies = { US: "usd", DE: "eur", GB: "gbp", JP: "jpy" } as const;
const firstNames = [
  "Ada",
  "Bruno",
  "Chiara",
  "Dmitri",
  "Elena",
  "Farid",
  "Greta",
  "Hiro",
  "Ines",
  "Jonas",
  "Keiko",
  "Liam",
  "Maya",
  "Noah",
  "Olga",
  "Priya",
  "Quentin",
  "Rosa",
  "Sven",
  "Tomoko",
  "Uma",
  "Viktor",
  "Wen",
  "Yara",
];
const lastNames = [
  "Abbott",
  "Brandt",
  "Costa",
  "Dahl",
  "Eriksen",
  "Fischer",
  "Garcia",
  "Hughes",
  "Ito",
  "Jensen",
  "Kovacs",
  "Laurent",
  "Moreau",
  "Nakamura",
  "Okafor",
  "Petrov",
  "Quinn",
  "Rossi",
  "Schmidt",
  "Tanaka",
  "Ueda",
  "Vogel",
  "Walsh",
  "Yamada",
];
const titles = [
  "Owner",
  "Head of Operations",
  "Finance Manager",
  "Office Manager",
  "Head of Marketing",
  "Engineer",
];

/** The same companies for every stand-in, so that one's customers are the other's contacts; at most 320. */
export function companies(count: number): Company[] {
  const draws = drawsFrom(20_260);
  return Array.from({ length: count }, (_, at) => {
    const [one, two] = [
      first[at % first.length] ?? "",
      second[Math.floor(at / first.length) % second.length] ?? "",
    ];
    const country = draws.pick(["US", "US", "US", "US", "DE", "DE", "GB", "JP"] as const);
    const domain = `${one}${two}`.toLowerCase().replaceAll(" ", "") + ".example";
    const people = Array.from({ length: draws.whole(1, 3) }, (_unused, place): Person => {
      const [firstName, lastName] = [draws.pick(firstNames), draws.pick(lastNames)];
      const email = `${firstName}.${lastName}${place === 0 ? "" : place + 1}@${domain}`.toLowerCase();
      return { firstName, lastName, email, title: draws.pick(titles) };
    });
    return {
      name: `${one} ${two} ${endings[country]}`,
      domain,
      country,
      currency: currencies[country],
      employees: draws.whole(3, 900),
      people,
    };
  });
}
