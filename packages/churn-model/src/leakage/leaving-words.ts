/**
 * A column's name as lower-case words without accents: `cancelledAt`, `CANCELLED_AT` and "Cancelled at" read the same,
 * and so do "Kündigung" and "Kundigung".
 */
export function wordsOfName(name: string): string {
  return withoutAccents(name)
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, " ")
    .trim();
}

/** Letters of Latin script without their marks. */
export const withoutAccents = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");

// English, German, French, Spanish and Portuguese, as `wordsOfName` writes them; "ue" for "ü" is read too.

/** Leaving, as nouns and verbs that stand beside other words. */
const LEAVING = [
  "churn|churned|cancel|cancels|cancelled|canceled|cancellation|cancelation|termination|terminated|attrition|exit|exited|leaving|left|offboarding|unsubscribe|unsubscribed|deactivation|deactivated|closure|lapse|lapsed|surrender|surrendered|defection|defected|resignation|resigned|disconnect|disconnected|disconnection|withdraw|withdrawal|withdrawn|quit|dropout|drop out|dropped out",
  "kue?ndigung|gekue?ndigt|abwanderung|abgewandert|abgang|austritt|ausgetreten|storno|stornierung|storniert|abmeldung|abgemeldet",
  "resiliation|resilie|depart|parti|desabonnement|desabonne|desinscription|desinscrit|annulation|annule|sortie|abandon",
  "baja|cancelacion|cancelado|cancelada|abandono|abandonado|rescision|fuga|desercion|salida",
  "cancelamento|rescisao|desligamento|desligado|evasao|saida|encerramento|encerrado",
].join("|");

/** The same without a word that says of amounts and of people what remains: "data left", "time left", "left-handed". */
const LEAVING_FOR_GOOD = LEAVING.replace("|leaving|left|", "|leaving|");

/** What is written down of why, or asked at the door. */
const WHY =
  "reason|reasons|cause|causes|category|comment|comments|feedback|survey|explanation|interview|nps|csat|rating|questionnaire|note|notes|grund|gruende|grunde|ursache|anlass|umfrage|raison|raisons|motif|motifs|enquete|motivo|motivos|razon|razones|causa|encuesta|comentario|razao|pesquisa";
const WHEN =
  "date|at|on|time|timestamp|day|month|quarter|year|datum|am|zum|tag|monat|jahr|le|jour|mois|fecha|el|dia|mes|data|em";
/** Of, for, the. */
const BETWEEN = "(?: (?:for|of|the|they|customer|de|du|des|del|la|le|l|d|da|do|pour|por|der|zur|zum|fur))*";
/** German writes both as one word. */
const GERMAN_LEAVING = "(?:kue?ndigung|austritt|abgang|storno|stornierung|abwanderung|abmelde|abmeldung)s?";

const name = (pattern: string): RegExp => new RegExp(`(?:^| )(?:${pattern})(?: |$)`);
const wholeName = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);

/** Why somebody left is known only once they have. */
export const WHY_THEY_LEFT = name(
  `(?:${LEAVING})(?: [a-z]+)? (?:${WHY})|(?:${WHY})${BETWEEN} (?:${LEAVING})|(?:close|closed|lost|loss) (?:reason|reasons|cause)|${GERMAN_LEAVING}(?:grund|gruende|grunde|ursache|umfrage|kommentar|code)`,
);
/** A reason for something that the name does not say. */
export const WHY_ALONE = wholeName(
  "(?:reason|reasons|cause|causes|grund|gruende|grunde|ursache|raison|motif|motivo|motivos|razon|causa|razao)(?: (?:code|text|description|desc|category|name|id|type))?",
);
/** When somebody left is known only once they have. */
export const WHEN_THEY_LEFT = name(
  [
    `(?:${LEAVING}|closed|ended|inactivation) (?:${WHEN})|lost (?:date|at|on|timestamp|day|month)|drop (?:date|at|on)`,
    `(?:date|month|time|datum|fecha|data|mes|mois|dia|jour)${BETWEEN} (?:${LEAVING_FOR_GOOD}|closed)|(?:date|datum|fecha)${BETWEEN} left`,
    `${GERMAN_LEAVING}(?:datum|tag|monat|jahr|termin|zeitpunkt)`,
  ].join("|"),
);
export const END_DATE = name(
  "(?:end|ended|ending) (?:date|at|on|time|timestamp)|(?:closing|close) (?:date|at|on|timestamp)|date (?:end|ended|closed)|enddatum|(?:endet|beendet|ende) am|date (?:de )?fin|fecha (?:de )?(?:fin|final)|data (?:de |do )?(?:fim|final|termino)",
);
/** Planned ends are known beforehand, and a contract that runs out is a fair feature. */
export const PLANNED_END = name(
  "contract|trial|renewal|period|term|billing|promo|promotion|discount|commitment|plan|minimum|next|expected|cycle|vertrag|vertrags|laufzeit|probe|testphase|contrat|essai|periode|renouvellement|engagement|contrato|prueba|periodo|renovacion|renovacao|teste|fidelizacao",
);
/** Things that are left and closed all day without anybody leaving for good. */
export const OF_THINGS = name(
  "cart|carts|basket|checkout|form|session|call|calls|chat|ticket|tickets|queue|warenkorb|panier|carrito|carrinho",
);
/** The outcome itself under another name, or another model's guess of it. */
export const OUTCOME = wholeName(
  // What a policy is worth when it is given up is known on every day of its life.
  "(?!(?:cash )?surrender value$)(?:(?:is|has|was|did|customer|user|account|target|label|ist|hat|kunde|client|cliente|est|esta|foi) )*" +
    "(?:churn|churned|attrition|attrited|exited|cancelled|canceled|terminated|left|lost|lapse|lapsed|surrender|surrendered|" +
    "gekue?ndigt|kue?ndigung|abgewandert|abwanderung|storniert|ausgetreten|resilie|resiliation|desabonne|desinscrit|" +
    "baja|cancelado|cancelada|abandono|abandonado|cancelamento|desligado|evasao|encerrado)" +
    "(?: (?:customer|user|account|client|cliente|kunde))?" +
    "(?: (?:flag|label|value|score|status|indicator|yn|target|ind|probability|prediction|outcome|binary|int|code|kennzeichen))?",
);
/** What an analysis said of the customer: of ours, as its exports name it, or of another's. */
export const PREDICTION = wholeName(
  [
    "churn risk (?:score|level|band|class|group)|chance of (?:leaving|churn)|chance plus minus points|top factor|factor \\d+(?: points)?|next step \\d+(?: code| effect)?|scored at",
    `(?:${LEAVING}) (?:probability|likelihood|propensity|prediction|wahrscheinlichkeit)`,
    `(?:probability|likelihood|propensity|probabilite|probabilidad|probabilidade|score|risque|riesgo|risco)${BETWEEN} (?:${LEAVING})`,
    `${GERMAN_LEAVING}(?:wahrscheinlichkeit|risiko|prognose|score)`,
  ].join("|"),
);

/** What a row of a database is: its last change says nothing of the customer but that somebody wrote to it. */
const ROW_OF =
  "(?:(?:row|record|customer|account|contact|user|client|hs|sys|system|db|crm|entry|profile|datensatz|kunde|cliente|enregistrement|registro) )*";
/** When a record was last written to, which leaving itself does. */
export const LAST_MODIFIED = wholeName(
  [
    `${ROW_OF}(?:(?:last|latest) )?(?:updated|modified|changed|edited|synced|touched|update|modification)(?: (?:date|at|on|time|timestamp|ts|dt|utc|datetime))+`,
    `${ROW_OF}(?:last|latest) (?:updated|modified|changed|edited|synced|update|modification|change|edit|sync)(?: by)?`,
    `${ROW_OF}date (?:(?:last|of) )*(?:updated|modified|changed|edited|update|modification)`,
    `${ROW_OF}(?:lastmodified|lastmodifieddate|lastupdate|lastupdated|modifieddate|systemmodstamp|mtime)`,
    "(?:zuletzt )?(?:geae?ndert|aktualisiert|bearbeitet)(?: (?:am|um))|zuletzt (?:geae?ndert|aktualisiert|bearbeitet)|letzte (?:ae?nderung|aktualisierung|bearbeitung)|(?:ae?nderungs|aktualisierungs|bearbeitungs)datum",
    "(?:modifie|mis a jour|mise a jour|actualise)(?: le)|date (?:de )?(?:la )?(?:derniere )?(?:modification|mise a jour|maj)|derniere (?:modification|mise a jour)",
    "(?:actualizado|modificado)(?: (?:el|en))|fecha (?:de )?(?:la )?(?:ultima )?(?:actualizacion|modificacion)|ultima (?:actualizacion|modificacion)",
    "(?:atualizado|modificado|alterado)(?: em)|data (?:de |da )?(?:ultima )?(?:atualizacao|modificacao|alteracao)|ultima (?:atualizacao|alteracao|modificacao)",
  ].join("|"),
);

export const REFUND = name(
  "refund|refunds|refunded|chargeback|chargebacks|writeoff|written off|erstattung|rueckerstattung|ruckerstattung|remboursement|reembolso",
);
export const STATUS = name("status|state|lifecycle|stage|zustand|statut|etat|estado|situacao|situacion");
/** Values of a status that say a customer is gone. */
export const GONE =
  /^(cancel|churn|terminat|closed|deactivat|left$|exited|lost$|attrit|former|inactive|non[- ]?renew|gekue?ndigt|abgemeldet|storniert|beendet|ehemalig|inaktiv|resilie|annule|inactif|ferme|baja|inactiv|cerrad|encerrad|desligad|inativ)/;

/** Words for how long something lasted: beside a date they give its end away. */
export const DURATION = name(
  "tenure|months?|days?|weeks?|years?|duration|length|lifetime|age|vintage|dauer|laufzeit|monate?|tage?|wochen?|jahre?|anciennete|duree|mois|jours?|annees?|ans|antiguedad|duracion|meses|dias?|anos?|semanas?|antiguidade|duracao|tempo",
);
