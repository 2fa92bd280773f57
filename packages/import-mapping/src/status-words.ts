import { PaymentStatus, SubscriptionStatus } from "@forestay/contracts/wire";
import { parseBoolean } from "@forestay/tabular";

type Words = ReadonlyMap<string, number>;

const subscription = wordMap({
  [SubscriptionStatus.Active]:
    "active live current subscribed enabled paying trialing trial ontrial intrial renewed joined open aktiv actif activo " +
    "activa attivo actief ativo ativa vigente abonne encours laufend stayed retained",
  [SubscriptionStatus.Inactive]:
    "inactive disabled expired dormant lapsed incomplete incompleteexpired notsubscribed none inaktiv inactif " +
    "inactivo inactiva inattivo inativo inativa expirado expire abgelaufen caducado",
  [SubscriptionStatus.Cancelled]:
    "cancelled canceled churned terminated closed ended cancelledatperiodend left lost unsubscribed gekuendigt gekundigt " +
    "storniert resilie annule cancelado cancelada baja annullato opgezegd " +
    "encerrado encerrada debaja dadodebaja resiliee annulee desabonne parti beendet ausgetreten abgewandert finalizado",
  [SubscriptionStatus.PastDue]:
    "pastdue overdue unpaid delinquent dunning arrears paymentfailed ueberfaellig uberfallig impaye " +
    "vencido moroso atrasado atrasada inadimplente enretard impago inverzug",
  [SubscriptionStatus.Paused]:
    "paused onhold hold suspended frozen pausiert suspendu suspendido pausado " +
    "pausada suspenso suspensa suspendida enpause ruhend sospeso gepauzeerd",
});

const payment = wordMap({
  [PaymentStatus.Current]:
    "current paid ok good uptodate succeeded success successful settled complete completed bezahlt paye pagado " +
    "pagada pago paga emdia alcorriente ajour regle payee pagato betaald",
  [PaymentStatus.Failed]:
    "failed declined error rejected bounced refused chargeback fehlgeschlagen echoue fallido " +
    "fallida rechazado rechazada falhou falhado recusado refuse abgelehnt",
  [PaymentStatus.Overdue]:
    "overdue pastdue late unpaid delinquent arrears missed ueberfaellig uberfallig offen impaye " +
    "vencido vencida atrasado atrasada impago enretard inverzug scaduto",
  [PaymentStatus.Pending]:
    "pending processing open due scheduled awaiting inprogress authorized ausstehend " +
    "enattente pendiente pendente inattesa",
});

const churned = wordMap({
  1:
    "churned churn left lost gone exited attrited attritedcustomer cancelled canceled terminated closed inactive former quit abgewandert " +
    "gekuendigt gekundigt ausgetreten resilie parti desabonne baja cancelado cancelada cancelou saiu",
  0:
    "retained stayed stay active current existing existingcustomer joined loyal kept remaining notchurned nochurn aktiv " +
    "geblieben actif reste activo ativo permanece ficou",
});

/** Letters and digits in lower case, without accents: 'Past Due', 'past_due' and 'PAST-DUE' are one word; the º of 'Nº' is an o. */
export function plainWord(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, "");
}

/** The number of the subscription status that a word means, if it is a known one. */
export function subscriptionStatusOf(word: string): number | undefined {
  return ownNumber(word, 4) ?? subscription.get(plainWord(word));
}

/** As subscriptionStatusOf, for payment statuses. */
export function paymentStatusOf(word: string): number | undefined {
  return ownNumber(word, 3) ?? payment.get(plainWord(word));
}

/** 1 for words that say 'has left', 0 for words that say 'is still here'. Yes and no are read elsewhere. */
export function churnedOf(word: string): number | undefined {
  return churned.get(plainWord(word));
}

/** 1 = has left, 0 = has not, for yes/no words and for words that say it. */
export function labelOf(word: string): number | undefined {
  const answer = parseBoolean(word);
  if (answer.ok && answer.value !== null) return answer.value ? 1 : 0;
  return churnedOf(word);
}

/** A file that already uses the enumeration's own numbers. */
function ownNumber(word: string, largest: number): number | undefined {
  return /^\d$/.test(word) && Number(word) <= largest ? Number(word) : undefined;
}

function wordMap(lists: Record<number, string>): Words {
  return new Map(
    Object.entries(lists).flatMap(([number, list]) =>
      list.split(" ").map((word) => [word, Number(number)] as const),
    ),
  );
}
