import { ATTRIBUTE_PREFIX } from "#modules/customers/engine-door.ts";

/**
 * What a column of a company's own is about, told by the words that files name it with in German, French and Spanish (English
 * names are told where they are used). Words are parts of names in lower case and without accents; "." stands for any one
 * separator or none. Ordinary words only: a name that may mean two things is left out, because a wrong lever is worse than none.
 */
const words = {
  price: [
    "preis|gebuhr|gebuehr|entgelt|kosten(?!stelle|los|trager)",
    "prix|mensualite|cout.?mensuel",
    "precio|^cuota$|cuota.?mensual|importe.?mensual",
  ],
  discount: ["rabatt|nachlass|ermassigung", "remise|rabais", "descuento"],
  plan: ["^tarif$|^paket$|abo.?(typ|modell)", "^forfait$|^formule$|^abonnement$", "^paquete$|^suscripcion$"],
  billing: ["abrechnung|^rechnungs.?(art|intervall|zyklus)$", "facturation", "facturacion"],
  contract: [
    "vertrag(?!s?.?(nummer|nr|id))|laufzeit|mindestbindung",
    "(?<!(numero|no|id).?(de.?)?)contrat(?!.?(id|numero))|duree.?d?.?engagement",
    "(?<!(numero|num|id).?(de.?)?)contrato(?!.?(id|numero))|permanencia",
  ],
  payment: ["zahlung|lastschrift", "paiement|prelevement", "(^|[^a-z])pagos?([^a-z]|$)|domiciliacion"],
  payment_method: [
    "zahlungs.?(art|weise|mittel|methode)|lastschrift|dauerauftrag",
    "(moyen|mode|methode).?de.?paiement|prelevement",
    "(metodo|forma|medio).?de.?pago|domiciliacion",
  ],
  failed_payment: [
    "mahnung|zahlungs.?(ruckstand|verzug|ausfall)|uberfallig|rucklastschrift|fehlgeschlagene.?zahlung",
    "impaye|(retard|defaut|echec).?de.?paiement|paiements?.?(refuse|echoue)",
    "impag|moros|pagos?.?(fallido|rechazado|atrasado|vencido)",
  ],
  renewal: ["verlangerung|erneuerung", "renouvellement", "renovacion"],
  seats: [
    "lizenz|nutzer.?platze",
    "licences?|sieges(?!.?soci)|postes.?utilises",
    "licencias|asientos|puestos.?activos",
  ],
  adoption: ["genutzte.?funktionen|funktionsnutzung", "fonctionnalites", "funcionalidades|funciones.?usadas"],
  usage: [
    "anmeldungen|letzte.?anmeldung|nutzung|(letzte|tage).{0,12}aktivitat|besuche|sitzungen",
    "connexions(?!.?internet)|(nb|nombre|derniere|jours).{0,12}connexion|utilisation|visites|(nb|nombre|derniere|jours).{0,12}activite",
    "inicios?.?de.?sesion|accesos|visitas|(num|ultima|dias).{0,12}actividad|(^|[^a-z])uso([^a-z]|$)",
  ],
  open_tickets: [
    "offene.?(tickets|anfragen|storungen)",
    "(tickets|demandes).?(ouverts|ouvertes|en.?cours)",
    "(tickets|incidencias|casos).?abiert[oa]s",
  ],
  trouble: [
    "beschwerde|reklamation|zufriedenheit|stornierungsanfrage|support.?anruf",
    "reclamations?|plaintes?|satisfaction",
    "quejas?|reclamo|reclamacion|incidencia|satisfaccion",
  ],
  services: [
    "technischer?.?support|online.?sicherheit|datensicherung|gerate.?schutz",
    "(assistance|support).?technique|sauvegarde|securite.?en.?ligne|protection.?(de.?l.?)?appareil",
    "(soporte|asistencia).?tecnic[oa]|copia.?de.?seguridad|seguridad.?en.?linea|proteccion.?(del?.?)?dispositivo",
  ],
  products: ["produkte(?!st)", "produits", "productos"],
  tenure: [
    "kunde.?seit|kundenalter|monate.?als.?kunde|dauer.?der.?kundenbeziehung",
    "anciennete",
    "antiguedad|meses.?como.?cliente",
  ],
} as const satisfies Record<string, readonly [german: string, french: string, spanish: string]>;

export type Subject = keyof typeof words;

/** Where somebody lives is never a lever, whatever it is the address for. */
const AN_ADDRESS = /adress|anschrift|direccion/;
const patterns = Object.fromEntries(
  Object.entries(words).map(([subject, languages]) => [subject, new RegExp(languages.join("|"))]),
) as Record<Subject, RegExp>;

/** Whether a column's name or label says in German, French or Spanish that it is about one of these. */
export function isAbout(name: string, ...subjects: readonly Subject[]): boolean {
  const own = name.startsWith(ATTRIBUTE_PREFIX) ? name.slice(ATTRIBUTE_PREFIX.length) : name;
  const plain = own
    // camelCase and PascalCase are words too.
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
  return !AN_ADDRESS.test(plain) && subjects.some((subject) => patterns[subject].test(plain));
}
