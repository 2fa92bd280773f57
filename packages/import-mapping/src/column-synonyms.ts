import type { ImportTarget } from "@forestay/contracts";

/**
 * What people call our fields, best first, in lower case without accents, spaces or punctuation. English and the
 * neighbours' words that the readers know. A name alone decides nothing where the values speak against it.
 */
export const columnSynonyms: Partial<Record<ImportTarget, readonly string[]>> = {
  externalId: words(
    "customerid externalid custid clientid clientnum customernumber customerno customernum customercode " +
      "customerkey customerref accountid accountnumber accountno accountnum acctid userid memberid membershipid " +
      "subscriberid subscriptionid contactid crmid stripecustomerid kundennummer kundennr kundenid kundenno idcliente " +
      "codigocliente numerocliente idclient numeroclient codeclient codicecliente klantnummer klantid membernumber " +
      "uid uuid guid id customer account reference ref recordid recordno recordnumber hsobjectid objectid " +
      "accountcode companyid organizationid organisationid orgid tenantid workspaceid teamid clienteid codigodocliente " +
      "codigodecliente codigodelcliente numerodocliente numerodecliente nrocliente nocliente nodecliente numcliente idusuario " +
      "idassinante idsocio matricula identifiantclient identifiant referenceclient refclient numclient nclient " +
      "numeroduclient idabonne numeroabonne numeroadherent kdnr debitorennummer debitor mitgliedsnummer " +
      "teilnehmernummer",
  ),
  email: words(
    "email emailaddress mail mailaddress customeremail contactemail useremail primaryemail billingemail " +
      "workemail emailadresse mailadresse adressemail courriel correo correoelectronico indirizzoemail emailadres " +
      "correioeletronico enderecodeemail emaildocliente emailcliente correocliente adresseemail " +
      "adresseelectronique emailclient",
  ),
  fullName: words(
    "fullname name customername clientname contactname accountname membername username displayname companyname " +
      "company organization organisation kundenname kunde nomcomplet nombrecompleto nomecompleto nominativo " +
      "klantnaam naam nome nombre nom customer client nomedocliente nomecliente razaosocial empresa nombrecliente " +
      "nombredelcliente razonsocial cliente nomclient nomduclient raisonsociale societe entreprise firma " +
      "firmenname unternehmen businessname",
  ),
  firstName: words(
    "firstname givenname forename fname vorname prenom primernombre primeironome voornaam nome nombre",
  ),
  lastName: words(
    "lastname surname familyname lname nachname familienname nomdefamille apellido apellidos sobrenome cognome " +
      "achternaam nom ultimonome apelido",
  ),
  lifetimeValue: words(
    "lifetimevalue ltv clv cltv customerlifetimevalue lifetimerevenue totalrevenue totalcharges totalspend " +
      "totalspent totalamountspent amountspent totalpaid totalsales revenuetotal totalpurchases totalordervalue " +
      "gesamtumsatz umsatzgesamt kundenwert chiffreaffairestotal valorvida facturaciontotal spend revenue umsatz " +
      "receitatotal faturamentototal totalgasto valortotalgasto totalpago ingresostotales gastototal totalgastado " +
      "totalfacturado totalpagado valordevida valeurvie chiffredaffairestotal catotal totaldepense totalfacture " +
      "montanttotal lebenszeitwert",
  ),
  monthlyRevenue: words(
    "mrr monthlyrevenue monthlyrecurringrevenue monthlycharges monthlycharge monthlyfee monthlyspend " +
      "monthlyprice monthlyamount monthlypayment monthlybill monthlycost monthlyvalue pricepermonth " +
      "subscriptionprice recurringrevenue monatsbeitrag monatspreis monatsumsatz monatlicherumsatz prixmensuel " +
      "abonnementmensuel cuotamensual ingresomensual mrramount mrrvalue currentmrr arr12 arrpermonth mensalidade " +
      "valormensal valordamensalidade receitamensal receitarecorrentemensal precomensal ingresosmensuales " +
      "preciomensual importemensual tarifamensual revenumensuel montantmensuel mensualite tarifmensuel coutmensuel " +
      "monatsgebuhr monatsgebuehr monatlichegebuhr monatlichegebuehr monatlicherbeitrag grundgebuhr grundgebuehr",
  ),
  currency: words("currency currencycode waehrung wahrung devise moneda valuta"),
  plan: words(
    "plan planname subscriptionplan currentplan plantype pricingplan plantier tier subscriptiontier " +
      "subscriptiontype package packagename membershiptype membership productplan tarif abo abonnement forfait " +
      "formule paquete piano pakket plano pacote assinatura nomedoplano tipodeplano tarifa suscripcion tipodeplan " +
      "membresia offre vertragsart tarifname",
  ),
  subscriptionStatus: words(
    "subscriptionstatus status accountstatus customerstatus memberstatus membershipstatus contractstatus " +
      "abostatus statut etat estado stato subscriptionstate situacao estatus situacion statusassinatura " +
      "statusdaassinatura statusdocliente estadosuscripcion estadodelcliente estadocliente statutabonnement " +
      "etatabonnement statutclient kundenstatus vertragsstatus",
  ),
  paymentStatus: words(
    "paymentstatus billingstatus invoicestatus paystatus lastpaymentstatus paymentstate zahlungsstatus " +
      "zahlstatus statutpaiement estadopago statopagamento statuspagamento statusdopagamento situacaopagamento " +
      "estadodepago estadodelpago statutdepaiement etatpaiement",
  ),
  startedAt: words(
    "startedat startdate customersince membersince subscribersince signupdate signupat signedupat signup " +
      "joindate joinedat joinedon joined dateofjoining registrationdate registeredat registeredon " +
      "subscriptionstart subscriptionstartdate subscribedat contractstart contractstartdate activationdate " +
      "activatedat enrollmentdate accountcreated createdat createddate createdate createdutc creationdate " +
      "datecreated created opendate openedat acquisitiondate kundeseit vertragsbeginn eintrittsdatum startdatum " +
      "datedinscription datedebut dateinscription clientdepuis fechaalta fechainicio fecharegistro datainizio " +
      "since start datainicio datadeinicio datacadastro datadecadastro datadeadesao dataadesao clientedesde " +
      "fechadealta fechadeinicio fechaderegistro datededebut dateadhesion datedadhesion datecreation " +
      "datedecreation datedouverture beginn anmeldedatum registrierungsdatum registriertam mitgliedseit " +
      "aktivierungsdatum erstelltam inicio desde depuis",
  ),
  tenureMonths: words(
    "tenuremonths tenureinmonths tenuremonth monthstenure monthsactive monthswithus monthsasacustomer " +
      "monthsonbook customertenuremonths accountagemonths subscriptionmonths tenure mesesativo mesesdecontrato " +
      "mesescomocliente mesesactivo antiguedadmeses antiguedadenmeses anciennetemois ancienneteenmois " +
      "vertragsmonate laufzeitmonate laufzeitinmonaten",
  ),
  endedAt: words(
    "lefton leftat leavedate leavingdate canceldate cancelledat canceledat cancelledon canceledon " +
      "cancellationdate churndate churnedat churnedon terminationdate terminatedat kuendigungsdatum " +
      "kundigungsdatum gekuendigtam gekundigtam dateresiliation fechabaja accountclosedat accountclosedate " +
      "accountcloseddate accountclosedon customerended dateofleaving dateleft datecancelled datecanceled " +
      "datechurned kuendigungam kundigungam austrittsdatum austrittam abgewandertam vertragsendedatum " +
      "datederesiliation resiliele datedepart datededepart dateannulation fechadebaja fechacancelacion " +
      "fechadecancelacion fechasalida datacancelamento datadecancelamento canceladoem datasaida datadesaida " +
      "dateofcancellation dateofcancelation cancellationeffectivedate cancelationeffectivedate kundigungzum kuendigungzum",
  ),
  lastActivityAt: words(
    "lastactivityat lastactivity lastactivitydate lastactive lastactiveat lastactivedate lastseen lastseenat " +
      "lastseenon lastused lastusedat lastevent lasteventat lastorderdate lastorder lastpurchasedate lastpurchase " +
      "lastpurchaseat lasttransactiondate lastvisit lastvisitdate letzteaktivitaet letzteaktivitat " +
      "letztebestellung derniereactivite ultimaactividad lastdatepurchase lastpurchaseon dateoflastpurchase " +
      "dateoflastorder lastorderat lastorderon lastinteraction lastinteractiondate lastusage lastusagedate " +
      "lastengagement lastengagementdate mostrecentorder mostrecentpurchase lastsession lastsessionat " +
      "lasttransaction lasttransactionat ultimacompra dataultimacompra datadaultimacompra ultimaatividade " +
      "dataultimaatividade ultimopedido fechaultimacompra fechadeultimacompra fechaultimaactividad dernierachat " +
      "datedernierachat datedudernierachat dernierecommande datedernierecommande datederniereactivite letzterkauf " +
      "letzterkaufam letztesbestelldatum letztenutzung",
  ),
  lastLoginAt: words(
    "lastloginat lastlogin lastlogindate lastloginon lastsignin lastsigninat lastsignindate lastloggedin " +
      "letzterlogin letzteanmeldung derniereconnexion ultimoacceso ultimologin ultimoiniciodesesion " +
      "datederniereconnexion letzterloginam",
  ),
  // Best first: what names a snapshot outright, then what only does where customers have several rows.
  snapshotOn: words(
    "snapshotdate snapshot snapshoton snapshotmonth asofdate asof asat observationdate observationmonth reportingdate " +
      "reportingmonth reportingperiod stichtag month yearmonth monthend monthenddate period periodend periodenddate " +
      "reportdate reportmonth statdate date monat mois mes periode datum",
  ),
  churned: words(
    "churned churn churnlabel ischurned ischurn haschurned churnflag churnvalue churnind churnstatus churnyn " +
      "churn1 didchurn exited hasexited attrition attritionflag attrited isattrited left hasleft isleft " +
      "iscancelled iscanceled cancelled canceled terminated isterminated lost islost lostcustomer unsubscribed " +
      "abgewandert gekuendigt gekundigt resilie baja abandono cancelado cancelou saiu desligado evadido abandonou " +
      "abandonado parti desabonne churne ausgetreten abwanderung",
  ),
};

/**
 * Ends of many things: a contract's term that is renewed, a record, an account. They speak of leaving only where the status
 * or label beside them does, or where most customers have none.
 */
export const endNames: ReadonlySet<string> = new Set(
  words(
    "endedat enddate ended end endson subscriptionend subscriptionenddate subscriptionendsat contractend contractenddate " +
      "deletedat deletedon deletedate datedeleted deleted removedat deactivatedat deactivatedon deactivationdate disabledat " +
      "inactivesince expiredat expiredon vertragsende laufzeitende enddatum datefin datedefin fechafin fechadefin " +
      "fechadetermino datafim datafinal datadefim datatermino",
  ),
);

/** Dates of the record and not of the customer: moved by whoever touches it last, the leaving itself included. */
export const recordDateNames: ReadonlySet<string> = new Set(
  words(
    "updatedat updatedon updated updatedate dateupdated lastupdated lastupdatedat lastupdate lastupdatedate modifiedat " +
      "modifiedon modified modifieddate datemodified lastmodified lastmodifiedat lastmodifieddate lastmodifiedon changedat " +
      "lastchanged lastchangedat aktualisiertam geandertam letzteanderung datemiseajour datedemiseajour datemodification " +
      "fechaactualizacion fechamodificacion fechadeactualizacion actualizadoen dataatualizacao datadeatualizacao atualizadoem " +
      "systemmodstamp rowupdatedat syncedat lastsyncedat importedat exportedat",
  ),
);

/** Tables of tickets, deals, orders: what ends in them is not a customer. */
export const otherThings =
  /^((ticket|case|deal|opportunity|order|invoice|task|issue|incident|quote|lead)(id|no|nr|number|num|key|ref|reference|name|stage|status|owner|type|subject)|stage|stagename|dealstage|salesstage|pipeline|subject|closereason|closedby)$/;

/** A phone number is shared, handed on and changed: it names a line and not a customer. */
export const phoneName =
  /(phone|mobile|msisdn|telefon|telefono|telefone|celular|handynummer|^tel$|^fax$|faxnumber|whatsapp)/;

/** Ids as billing and identity services make them: they tell customers apart under whatever heading. */
export const customerIdValue =
  /^(cus|cust|customer|acct|acc|account|usr|user|org|company|client)_[A-Za-z0-9]{6,}$/;

/** A currency at the end of a heading: `mrr_usd`, `Monthly revenue (EUR)`. */
export const currencySuffix = /(?<=.{3})(usd|eur|gbp|chf|brl|mxn|cad|aud|sek|nok|dkk|pln)$/;

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
