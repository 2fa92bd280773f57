import type { ImportTarget } from "@forestay/contracts";

/**
 * What people call our fields, best first, in lower case without accents, spaces or punctuation. English and the
 * neighbours' words that the readers know. A name alone decides nothing where the values speak against it.
 */
export const columnSynonyms: Partial<Record<ImportTarget, readonly string[]>> = {
  externalId: words(
    "customerid externalid custid clientid clientnum customernumber customerno customernum customercode customerkey " +
      "customerref accountid accountnumber accountno accountnum acctid userid memberid membershipid subscriberid " +
      "subscriptionid contactid crmid stripecustomerid kundennummer kundennr kundenid kundenno idcliente codigocliente " +
      "numerocliente idclient numeroclient codeclient codicecliente klantnummer klantid membernumber uid uuid guid id " +
      "customer account reference ref phonenumber msisdn",
  ),
  email: words(
    "email emailaddress mail mailaddress customeremail contactemail useremail primaryemail billingemail workemail " +
      "emailadresse mailadresse adressemail courriel correo correoelectronico indirizzoemail emailadres",
  ),
  fullName: words(
    "fullname name customername clientname contactname accountname membername username displayname companyname " +
      "company organization organisation kundenname kunde nomcomplet nombrecompleto nomecompleto nominativo klantnaam " +
      "naam nome nombre nom customer client",
  ),
  firstName: words(
    "firstname givenname forename fname vorname prenom primernombre primeironome voornaam nome nombre",
  ),
  lastName: words(
    "lastname surname familyname lname nachname familienname nomdefamille apellido apellidos sobrenome cognome achternaam nom",
  ),
  lifetimeValue: words(
    "lifetimevalue ltv clv cltv customerlifetimevalue lifetimerevenue totalrevenue totalcharges totalspend totalspent " +
      "totalamountspent amountspent totalpaid totalsales revenuetotal totalpurchases totalordervalue gesamtumsatz " +
      "umsatzgesamt kundenwert chiffreaffairestotal valorvida facturaciontotal spend revenue umsatz",
  ),
  monthlyRevenue: words(
    "mrr monthlyrevenue monthlyrecurringrevenue monthlycharges monthlycharge monthlyfee monthlyspend monthlyprice " +
      "monthlyamount monthlypayment monthlybill monthlycost monthlyvalue pricepermonth subscriptionprice recurringrevenue " +
      "monatsbeitrag monatspreis monatsumsatz monatlicherumsatz prixmensuel abonnementmensuel cuotamensual ingresomensual",
  ),
  currency: words("currency currencycode waehrung wahrung devise moneda valuta"),
  plan: words(
    "plan planname subscriptionplan currentplan plantype pricingplan plantier tier subscriptiontier subscriptiontype " +
      "package packagename membershiptype membership productplan tarif abo abonnement forfait formule paquete piano pakket",
  ),
  subscriptionStatus: words(
    "subscriptionstatus status accountstatus customerstatus memberstatus membershipstatus contractstatus abostatus " +
      "statut etat estado stato subscriptionstate",
  ),
  paymentStatus: words(
    "paymentstatus billingstatus invoicestatus paystatus lastpaymentstatus paymentstate zahlungsstatus zahlstatus " +
      "statutpaiement estadopago statopagamento",
  ),
  startedAt: words(
    "startedat startdate customersince membersince subscribersince signupdate signupat signedupat signup joindate " +
      "joinedat joinedon joined dateofjoining registrationdate registeredat registeredon subscriptionstart " +
      "subscriptionstartdate subscribedat contractstart contractstartdate activationdate activatedat enrollmentdate " +
      "accountcreated createdat createddate createdate createdutc creationdate datecreated created opendate openedat acquisitiondate " +
      "kundeseit vertragsbeginn eintrittsdatum startdatum datedinscription datedebut dateinscription clientdepuis " +
      "fechaalta fechainicio fecharegistro datainizio since start",
  ),
  tenureMonths: words(
    "tenuremonths tenureinmonths tenuremonth monthstenure monthsactive monthswithus monthsasacustomer monthsonbook " +
      "customertenuremonths accountagemonths subscriptionmonths tenure",
  ),
  endedAt: words(
    "endedat enddate lefton leftat leavedate leavingdate canceldate cancelledat canceledat cancelledon canceledon " +
      "cancellationdate churndate churnedat churnedon terminationdate terminatedat closedat closedate subscriptionend " +
      "subscriptionenddate kuendigungsdatum kundigungsdatum gekuendigtam gekundigtam vertragsende datefin " +
      "dateresiliation fechabaja fechafin",
  ),
  lastActivityAt: words(
    "lastactivityat lastactivity lastactivitydate lastactive lastactiveat lastactivedate lastseen lastseenat lastseenon " +
      "lastused lastusedat lastevent lasteventat lastorderdate lastorder lastpurchasedate lastpurchase lastpurchaseat " +
      "lasttransactiondate lastvisit lastvisitdate letzteaktivitaet letzteaktivitat letztebestellung derniereactivite " +
      "ultimaactividad",
  ),
  lastLoginAt: words(
    "lastloginat lastlogin lastlogindate lastloginon lastsignin lastsigninat lastsignindate lastloggedin letzterlogin " +
      "letzteanmeldung derniereconnexion ultimoacceso ultimologin",
  ),
  // Best first: what names a snapshot outright, then what only does where customers have several rows.
  snapshotOn: words(
    "snapshotdate snapshot snapshoton snapshotmonth asofdate asof asat observationdate observationmonth reportingdate " +
      "reportingmonth reportingperiod stichtag month yearmonth monthend monthenddate period periodend periodenddate " +
      "reportdate reportmonth statdate date monat mois mes periode datum",
  ),
  churned: words(
    "churned churn churnlabel ischurned ischurn haschurned churnflag churnvalue churnind churnstatus churnyn churn1 " +
      "didchurn exited hasexited attrition attritionflag attrited isattrited left hasleft isleft iscancelled iscanceled " +
      "cancelled canceled terminated isterminated lost islost lostcustomer unsubscribed abgewandert gekuendigt gekundigt " +
      "resilie baja abandono cancelado",
  ),
};

/** Columns that only number the rows. */
export const rowNumberNames: ReadonlySet<string> = new Set(
  words(
    "rownumber rownum rowno rowid row index idx unnamed0 unnamed sno srno serialno no nr lfdnr x column1 linenumber",
  ),
);

/** Columns that our own error file adds: a corrected file is imported again with them. */
export const errorFileColumns = ["error_row", "error_column", "error_expected", "error_found"] as const;

/** What customers, accounts and users have alike: `customer_email` is an e-mail. Ids are not reached this way. */
export const ownerPrefix =
  /^(customer|client|account|user|member|subscriber|subscription|contact|kunden|cust)(?=.{3})/;

function words(text: string): readonly string[] {
  return text.split(" ");
}
