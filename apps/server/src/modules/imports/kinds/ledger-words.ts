import { InvoiceStatus, type InvoiceStatusValue } from "@forestay/contracts/wire";
import { plainWord } from "@forestay/import-mapping";
import { parseBoolean } from "@forestay/tabular";

/** How often a price is charged; null for once. */
export type Every = { unit: "week" | "month" | "year"; count: number } | null;

const unitWords = new Map<string, { unit: "day" | "week" | "month" | "year"; count: number }>([
  ...spelled("day", 1, "day days daily d tag tage taglich taeglich jour jours dia dias"),
  ...spelled(
    "week",
    1,
    "week weeks weekly wk w woche wochen wochentlich woechentlich semaine hebdomadaire semana semanas semanal",
  ),
  ...spelled("week", 2, "biweekly fortnight fortnightly"),
  ...spelled(
    "month",
    1,
    "month months monthly mo mon m mth monat monate monatlich mois mensuel mensuelle mes meses mensual mensal mese mensile maand maandelijks",
  ),
  ...spelled("month", 2, "bimonthly bimestral"),
  ...spelled(
    "month",
    3,
    "quarter quarters quarterly qtr q quartal quartalsweise vierteljahrlich vierteljaehrlich trimestre trimestriel trimestral trimestrale",
  ),
  ...spelled(
    "month",
    6,
    "halfyear halfyearly semiannual semiannually semiyearly biannual biannually halbjahr halbjahrlich halbjaehrlich semestre semestriel semestral",
  ),
  ...spelled(
    "year",
    1,
    "year years yearly yr y annual annually annum jahr jahre jahrlich jaehrlich an ans annuel annuelle ano anos anual anno annuale jaar jaarlijks",
  ),
]);
const onceWords = new Set(
  "once onetime oneoff onetimepayment lifetime einmalig unique ponctuel unico unavez vez unica".split(" "),
);
/** Ten years: a longer interval is a slip, and sums over odd ones would not stay exact. */
const mostIntervals = { day: 3650, week: 520, month: 120, year: 10 } as const;

/** Reads 'month', 'yearly', 'every 3 months', '12 months', 'P1Y'; null of an unknown word. `once` is `{ every: null }`. */
export function intervalOf(text: string, count = 1): { every: Every } | null {
  const plain = plainWord(
    text.replace(/^(every|per|each|pro|par|por|alle|jede[rsn]?|chaque|cada|todos os|tous les)\s+/i, ""),
  );
  if (onceWords.has(plain)) return { every: null };
  const iso = /^p(\d+)([dwmy])$/.exec(plain);
  const parts = /^(\d{0,4})(\p{L}+)$/u.exec(plain);
  const unit = unitWords.get(iso?.[2] ?? parts?.[2] ?? "");
  if (!unit) return null;
  const number = Number((iso?.[1] ?? parts?.[1]) || 1);
  return inUnits(unit.unit, unit.count * number * count);
}

/** Days as the nearest unit that billing knows: 7 are a week, 30 a month, 365 a year. */
function inUnits(unit: "day" | "week" | "month" | "year", count: number): { every: Every } | null {
  if (!Number.isInteger(count) || count < 1 || count > mostIntervals[unit]) return null;
  if (unit !== "day") return { every: { unit, count } };
  if (count % 365 === 0) return inUnits("year", count / 365);
  if (count === 31 || count % 30 === 0) return inUnits("month", Math.max(1, Math.floor(count / 30)));
  return count % 7 === 0 ? inUnits("week", count / 7) : null;
}

/** What a bill's status word says; `refunded`: all of what came in went back. */
export interface BillStatus {
  status: InvoiceStatusValue;
  refunded?: true;
}

const billStatuses = new Map<string, BillStatus>([
  ...bill(InvoiceStatus.Draft, "draft entwurf brouillon borrador rascunho"),
  ...bill(
    InvoiceStatus.Open,
    "open unpaid due pastdue overdue posted notpaid paymentdue pending sent issued outstanding partiallypaid partial authorized " +
      "billed ready offen ueberfallig uberfallig ausstehend impayee impaye enattente pendiente pendente vencido vencida aberto aberta",
  ),
  ...bill(
    InvoiceStatus.Paid,
    "paid complete completed closed settled succeeded success successful fulfilled collected partiallyrefunded bezahlt payee paye " +
      "reglee pagada pagado pago paga pagata betaald",
  ),
  ...bill(
    InvoiceStatus.Void,
    "void voided cancelled canceled deleted storniert annulee annule anulada anulado cancelada cancelado",
  ),
  ...bill(
    InvoiceStatus.Uncollectible,
    "uncollectible writtenoff writeoff baddebt failed uneinbringlich irrecouvrable incobrable",
  ),
]);

/** The status that a word of a bill or an order means; yes and no of a column 'paid' are read too. */
export function billStatusOf(word: string): BillStatus | undefined {
  if (["refunded", "erstattet", "rembourse", "reembolsado"].includes(plainWord(word)))
    return { status: InvoiceStatus.Paid, refunded: true };
  const known = billStatuses.get(plainWord(word));
  if (known) return known;
  const answer = parseBoolean(word);
  if (!answer.ok || answer.value === null) return undefined;
  return { status: answer.value ? InvoiceStatus.Paid : InvoiceStatus.Open };
}

const succeeded = new Set(
  (
    "succeeded success successful paid ok approved captured settled complete completed collected authorized refunded " +
    "partiallyrefunded disputed bezahlt erfolgreich reussi paye pagado aprobado aprovado pago"
  ).split(" "),
);
const failed = new Set(
  (
    "failed failure fail declined refused rejected error blocked bounced returned insufficientfunds voided canceled cancelled expired " +
    "fehlgeschlagen abgelehnt echoue refuse fallido rechazado falhou recusado negado"
  ).split(" "),
);
const unsettled = new Set(
  "pending processing inprogress requiresaction requirespaymentmethod requiresconfirmation scheduled submitted ausstehend enattente pendiente pendente".split(
    " ",
  ),
);

/** What came of a try to collect money: 1 succeeded, 0 failed, null while it is not settled; undefined for other words. */
export function paymentResultOf(word: string): 0 | 1 | null | undefined {
  const plain = plainWord(word);
  if (succeeded.has(plain)) return 1;
  if (failed.has(plain)) return 0;
  if (unsettled.has(plain)) return null;
  const answer = parseBoolean(word);
  return answer.ok && answer.value !== null ? (answer.value ? 1 : 0) : undefined;
}

/** Whether a reason of an end says that it ended unpaid; null where it says nothing. */
export function endedByOf(reason: string): "voluntary" | "involuntary" | null {
  const plain = plainWord(reason);
  if (
    /notpaid|nonpayment|unpaid|paymentfail|failedpayment|nocard|carddecl|declined|dunning|pastdue|delinquen|zahlungsausfall|impaye|inadimpl|impago/.test(
      plain,
    )
  )
    return "involuntary";
  return ["", "other", "unknown", "none", "na", "sonstiges", "autre", "otro", "outro"].includes(plain)
    ? null
    : "voluntary";
}

function spelled<Unit extends "day" | "week" | "month" | "year">(unit: Unit, count: number, list: string) {
  return list.split(" ").map((word) => [word, { unit, count }] as const);
}

function bill(status: InvoiceStatusValue, list: string) {
  return list.split(" ").map((word): [string, BillStatus] => [word, { status }]);
}
