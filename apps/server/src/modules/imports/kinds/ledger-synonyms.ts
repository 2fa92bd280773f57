import type { ImportKind, ImportTarget } from "@forestay/contracts";
import { columnSynonyms } from "@forestay/import-mapping";

export type LedgerImportKind = Exclude<ImportKind, "customers">;

/** Whose row it is: in a ledger a bare `id` is the row's own. Best first, as in `columnSynonyms`. */
const customerId = words(
  "customerid customersid customerexternalid externalcustomerid externalid custid clientid customernumber customerno customernum " +
    "customercode customerreference customerkey accountcode accountid accountsid accountnumber accountno userid usersid memberid " +
    "subscriberid contactid stripecustomerid companyid organizationid organisationid orgid tenantid workspaceid teamid distinctid " +
    "billtoid shoppercode profileid kundennummer kundennr kundenid kundenno kdnr debitorennummer debitor idcliente " +
    "codigocliente codigodocliente codigodecliente numerocliente numerodecliente nrocliente clienteid idusuario idclient " +
    "numeroclient codeclient codicecliente klantnummer klantid customer client account user kunde cliente who anonymousid",
);
const customerEmail = [
  ...(columnSynonyms.email ?? []),
  "payeremail",
  "buyeremail",
  "customersemail",
  "recipientemail",
];
const currency = [
  ...(columnSynonyms.currency ?? []),
  "presentmentcurrency",
  "billingcurrency",
  "currencyiso",
];
const invoiceNumbers = words(
  "invoicenumber invoiceno invoicenum invoiceid invoiceexternalid invoice invoicereference rechnungsnummer rechnungsnr rechnung " +
    "belegnummer numerofacture nfacture facture numerofactura factura nofactura numerodafatura fatura notafiscal factuurnummer " +
    "numerofattura documentnumber billnumber billid",
);
export const orderNumbers = words(
  "orderid ordernumber orderno ordername ordernr orderreference purchaseid purchasenumber receiptid receiptnumber salesid saleid " +
    "transactionid transactionnumber basketid bestellnummer bestellnr auftragsnummer numerocommande commande numeropedido pedido " +
    "idpedido numerodopedido ordinenumero bestelnummer",
);
export const orderDates = words(
  "orderdate orderedat orderedon purchasedate purchasedat purchasedon transactiondate saledate bestelldatum datecommande " +
    "fechapedido datadopedido datapedido datadacompra fechacompra processedat",
);
const subscriptionIds = words(
  "subscriptionid subscriptionsid subscriptionexternalid subscription subscriptionnumber subscriptionuuid subid " +
    "contractid contractnumber vertragsnummer abonummer idabonnement numeroabonnement idsuscripcion idassinatura",
);

/** What each kind's columns are called, as `columnSynonyms` says it of customers. */
export const ledgerSynonyms: Record<LedgerImportKind, Partial<Record<ImportTarget, readonly string[]>>> = {
  subscriptions: {
    externalId: customerId,
    email: customerEmail,
    subscriptionId: [...subscriptionIds, "id", "uuid"],
    plan: [
      ...words("planname plan planid plancode product productname price planid item"),
      ...(columnSynonyms.plan ?? []),
    ],
    price: words(
      "amount planamount unitamount unitprice planunitprice price recurringamount recurringprice subscriptionamount " +
        "subscriptionprice nextpaymentamount billingamount chargeamount fee charge mrr monthlyrecurringrevenue " +
        "monthlyprice monthlyamount monthlyfee monthlycharge pricepermonth arr annualprice yearlyprice annualamount total " +
        "value betrag preis monatspreis monatsbeitrag monatlicherbeitrag jahrespreis grundgebuhr grundgebuehr montant prix " +
        "prixmensuel mensualite importe precio cuotamensual cuota mensalidade valor preco valormensal",
    ),
    currency,
    quantity: words(
      "quantity qty seats seatcount numberofseats licenses licences units planquantity users menge anzahl plaetze quantite " +
        "cantidad quantidade asientos sieges",
    ),
    billingInterval: words(
      "interval billinginterval billingperiodunit intervalunit planinterval planintervalunit billingfrequency billingcycle billingperiod " +
        "frequency period term paymentfrequency recurrence recurringinterval cycle abrechnungszeitraum abrechnungsintervall " +
        "zahlungsweise turnus intervall periodicite frequence frecuencia periodicidad periodicidade frequencia ciclo",
    ),
    billingCount: words(
      "intervalcount billingintervalcount intervallength billingperiod planintervalcount intervalfrequency",
    ),
    discount: words("discount discountamount rabatt remise descuento desconto"),
    includedTax: words("tax taxamount includedtax vat vatamount mwst steuer tva iva imposto"),
    subscriptionStatus: [...(columnSynonyms.subscriptionStatus ?? []), "state"],
    subscriptionStart: words(
      "startdate startedat startdateutc startedon start activatedat activationdate subscriptionstart subscriptionstartdate " +
        "subscriptionstartedat signupdate contractstart contractstartdate begin begindate createdutc createdat created " +
        "createddate creationdate since startdatum beginn vertragsbeginn abschlussdatum datedebut datededebut debut " +
        "fechainicio fechadeinicio fechaalta inicio datainicio datadeinicio datainizio",
    ),
    subscriptionEnd: words(
      "endedat endedatutc enddate endedon ended end expiresat expirationdate expiredat subscriptionend subscriptionenddate " +
        "subscriptionendedat contractend contractenddate terminationdate terminatedat enddatum vertragsende datefin datedefin " +
        "fechafin fechadefin fechabaja datafim datadefim datafine cancelledat canceledat canceledatutc cancelleddate canceleddate",
    ),
    trialEnd: words(
      "trialend trialendutc trialends trialendsat trialendedat trialenddate trialenddateutc testende",
    ),
    cancelRequestedAt: words(
      "canceledatutc canceledat cancelledat cancellationdate cancellationrequestedat cancelrequestedat canceldate cancelledon " +
        "canceledon kuendigungsdatum kundigungsdatum gekundigtam gekuendigtam dateresiliation fechacancelacion datacancelamento",
    ),
    renewsAt: words(
      "currentperiodend currentperiodendutc currentperiodendsat currentperiodendat currenttermend nextbillingat nextbillingdate " +
        "nextpaymentdate nextchargedate nextinvoicedate nextbilledat renewsat renewaldate renewsondate renewal nextrenewal " +
        "verlaengerungam naechsteabrechnung prochaineecheance proximopago proximacobranca",
    ),
    endReason: words(
      "cancelreason cancellationreason canceledreason churnreason endreason reason cancellationfeedback cancellationcomment " +
        "kuendigungsgrund kundigungsgrund motifresiliation motivobaja motivocancelamento",
    ),
    priceFrom: words("pricefrom validfrom effectivefrom pricestart pricestartdate gueltigab gultigab"),
    priceUntil: words(
      "priceuntil priceto validuntil validto effectiveto priceend priceenddate gueltigbis gultigbis",
    ),
  },
  invoices: {
    externalId: customerId,
    email: customerEmail,
    invoiceId: [...invoiceNumbers, ...orderNumbers, "number", "id", "name"],
    subscriptionId: subscriptionIds,
    amount: words(
      "total totalamount invoicetotal grandtotal ordertotal totalprice amounttotal invoiceamount orderamount amount amountdue " +
        "totaldue billedamount value ordervalue sales revenue price charge netamount subtotal gesamtbetrag rechnungsbetrag " +
        "bruttobetrag betrag summe gesamtsumme montant montanttotal totalttc importe importetotal monto valor valortotal totale bedrag",
    ),
    paidAmount: words(
      "amountpaid paidamount totalpaid paymentamount amountreceived bezahlterbetrag montantpaye importepagado valorpago",
    ),
    refundedAmount: words(
      "refundedamount amountrefunded refund refunds refundamount totalrefunded rueckerstattet erstattet montantrembourse " +
        "importereembolsado valorreembolsado",
    ),
    currency,
    invoiceStatus: words(
      "status invoicestatus state invoicestate paymentstatus financialstatus orderstatus billingstatus paid ispaid " +
        "rechnungsstatus zahlungsstatus statut statutpaiement estado estadopago situacao stato",
    ),
    issuedAt: words(
      "invoicedate issuedat issuedon issuedate dateissued billedat billingdate invoicedon invoicedateutc dateutc finalizedat " +
        "finalizedatutc " +
        orderDates.join(" ") +
        " date createdat createdutc created createddate createdon rechnungsdatum belegdatum datum datefacture datedefacture " +
        "dateemission fechafactura fechaemision fecha datafatura dataemissao data timestamp time day",
    ),
    dueAt: words(
      "duedate dueat dueon duedateutc due paymentdue paymentduedate faelligam falligam faelligkeit falligkeit dateecheance echeance " +
        "fechavencimiento vencimiento datavencimento scadenza",
    ),
    paidAt: words(
      "paidat paidon paiddate datepaid paymentdate paidatutc closedat bezahltam zahlungsdatum datepaiement fechapago datapagamento",
    ),
  },
  payments: {
    externalId: customerId,
    email: customerEmail,
    paymentId: words(
      "paymentid chargeid attemptid transactionid paymentintentid paymentintent paymentnumber paymentreference transactionreference id " +
        "zahlungsnummer idpaiement idpago idpagamento uuid",
    ),
    invoiceId: [...invoiceNumbers, ...orderNumbers.filter((name) => !name.startsWith("transaction"))],
    amount: words(
      "amount paymentamount chargeamount transactionamount total grandtotal value amountcharged attemptedamount grossamount gross " +
        "betrag zahlbetrag montant importe monto valor totale",
    ),
    currency,
    attemptedAt: words(
      "attemptedat attemptdate attempttime attemptedon chargedat chargedate paymentdate paidat transactiondate processedat collectedat " +
        "createdutc createdat createddateutc created createddate date timestamp time zahlungsdatum datum datepaiement fechapago fecha " +
        "datapagamento data",
    ),
    paymentResult: words(
      "result outcome status paymentstatus chargestatus transactionstatus attemptstatus success succeeded successful state approved " +
        "ergebnis zahlungsstatus resultat statut resultado estado situacao",
    ),
    declineCode: words(
      "declinecode declinereason failurecode failurereason failuremessage errorcode error errormessage gatewayresponsecode " +
        "gatewayerrorcode responsecode gatewayresponse networkdeclinecode outcomereason rejectionreason returncode ablehnungsgrund " +
        "motifrefus codigorechazo motivorecusa",
    ),
  },
  events: {
    externalId: customerId,
    email: customerEmail,
    eventId: words("eventid insertid messageid uuid eventuuid id activityid ticketid"),
    eventType: words(
      "event eventname eventtype eventaction action actiontype activity activitytype activityname type name verb ereignis aktion " +
        "evenement accion evento acao tipo",
    ),
    occurredAt: words(
      "occurredat timestamp eventtime eventtimestamp eventdate eventat time originaltimestamp clienteventtime servereventtime " +
        "receivedat sentat happenedat loggedat loginat logintime logindate loggedinat sessionstart sessionstartedat sessiondate " +
        "visitedat visitdate usedat usagedate activitydate actiondate datetime createdat created date zeitpunkt zeitstempel datum " +
        "horodatage fecha data",
    ),
    eventValue: words(
      "value eventvalue amount count duration minutes seconds score rating stars quantity usage units wert anzahl dauer valeur valor",
    ),
  },
};

/** Headings that only tables of tries to collect money have. */
export const paymentTells: ReadonlySet<string> = new Set(
  words(
    "declinecode declinereason failurecode failurereason failuremessage chargeid attemptid attemptedat attemptnumber " +
      "sellermessage captured cardid cardlast4 networkdeclinecode gatewayresponsecode gatewayerrorcode paymentintentid " +
      "outcomereason paymentid",
  ),
);
export const invoiceTells: ReadonlySet<string> = new Set(invoiceNumbers);
export const orderTells: ReadonlySet<string> = new Set([...orderNumbers, ...orderDates, "financialstatus"]);
export const subscriptionTells: ReadonlySet<string> = new Set(subscriptionIds);
/** Headings that name what happened, whatever else the table holds; and those that only do without money and with a time. */
export const eventTells: ReadonlySet<string> = new Set(
  words("event eventname eventtype eventaction activitytype actiontype ereignis evenement evento"),
);
export const weakEventTells: ReadonlySet<string> = new Set(
  words("action activity activityname type verb aktion accion acao tipo"),
);
/** Times of one deed alone, which needs no word beside it: `login_at` is a login. */
export const deedTimes: ReadonlyMap<string, string> = new Map([
  ...words("loginat logintime logindate loggedinat logintimestamp").map((name) => [name, "login"] as const),
  ...words("sessionstart sessionstartedat sessiondate").map((name) => [name, "session"] as const),
  ...words("visitedat visitdate visittime").map((name) => [name, "visit"] as const),
  ...words("usedat usagedate").map((name) => [name, "use"] as const),
]);

/** What the tables of a kind put before their headings: `invoice_total`, `subscriptions.status`. */
export const tablePrefix =
  /^(subscriptions?|invoices?|orders?|payments?|charges?|transactions?|events?|properties|context)(?=.{3})/;

function words(text: string): readonly string[] {
  return text.split(" ");
}
