import type { Draw } from "./draw.ts";

// Invented people and companies; addresses are below .example (RFC 2606), which never resolves.
const firstNames =
  "Renata Tobias Amara Daniel Ingrid Mateo Priya Kwame Elena Yusuf Hana Oskar Leila Marcus Sofia Dmitri Nadia Felix Aiko Bruno Chiara Diego Esme Farid Greta Hugo Imani Jonas Keiko Lars Mina Nico Olive Pablo Quinn Rosa Samir Talia Umar Vera Willem Xenia Yara Zoltan Adaeze Bjorn Camila Dov Eira Fatou Gideon Helga Ines Jamal Katya Luca Maeve Nnamdi Orla Pavel Rhea Stefan Tess Uma Viktor Wren Yvonne Zainab Anders Beatriz Cyrus Delphine Emre Freya Goran Halima Isak Jun Kalinda Leon Marisol Noor Otto Paloma Rafael Signe Tariq Ulrika Valentin Wanda Ximena Yannick Zuri".split(
    " ",
  );
const lastNames =
  "Salgado Lindqvist Okonkwo Reyes Hallberg Ferrari Raman Mensah Petrova Demir Sato Nyberg Haddad Bennett Costa Volkov Karimi Brandt Tanaka Moreau Ricci Alvarez Whitlock Nasser Vogel Laurent Abebe Keller Mori Jensen Park Romano Archer Cruz Harlow Medina Khan Sharma Osei Novak Visser Markova Bakker Farkas Eze Dahl Herrera Levin Carrow Diop Marsh Krause Duarte Coleman Ivanova Greco Byrne Adeyemi Quigley Horak Iyer Lund Parrish Bose Sokolov Finch Girard Bello Strand Pinto Azar Lefevre Yilmaz Frost Jovanovic Saleh Ek Chen Mwangi Roth Vargas Rahman Falk Ibarra Soto Nilsson Aziz Berg Weiss Kowalski Peralta Blanc Otieno".split(
    " ",
  );
const companyStarts =
  "Harbor Nord Kite Bright Cedar Lumen Copper Willow Atlas Pine Quarry Ember Tide Maple Falcon Granite Meadow Orchid Summit Velvet Beacon Cobalt Drift Echo Fern Glacier Hollow Iron Juniper Lantern Mariner North Opal Prairie Raven Silver Timber Umber Vista Wander Alder Birch Canyon Dune Elm Fjord Grove Heron Isle Jade Kestrel Loom Mesa Nimbus Oak Pearl River Sable Thistle Vale Wren Zephyr".split(
    " ",
  );
const companyEnds =
  "line craft vik field works stone wave mark port house bridge lane forge crest wood point yard light dale ridge ware loop shore path mill gate reach side ford grain leaf root spring peak bay view span nest cove trail".split(
    " ",
  );
const companyKinds = [
  "",
  "",
  "",
  "",
  " Labs",
  " Studio",
  " Group",
  " Partners",
  " Logistics",
  " Health",
  " Retail",
  " Foods",
];

export interface DemoIdentity {
  fullName: string;
  email: string;
  company: string;
}

/** Below the number of all names: picking at random needs room to end. */
const MOST_COMPANIES = Math.floor(companyStarts.length * companyEnds.length * 0.98);

/** Names customers; every company name, and so every address, is given once. */
export function createNaming(draw: Draw): () => DemoIdentity {
  const used = new Set<string>();
  return () => {
    if (used.size >= MOST_COMPANIES)
      throw new RangeError(`There are names for ${MOST_COMPANIES} companies only`);
    let stem = "";
    do stem = draw.pick(companyStarts) + draw.pick(companyEnds);
    while (used.has(stem));
    used.add(stem);
    const first = draw.pick(firstNames);
    const last = draw.pick(lastNames);
    return {
      fullName: `${first} ${last}`,
      email: `${first}.${last}@${stem}.example`.toLowerCase(),
      company: stem + draw.pick(companyKinds),
    };
  };
}
