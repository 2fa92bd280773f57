/**
 * What people say for what there is: each idea with its wordings, longer ones first where one holds another. A `*` at the
 * end of a word takes any ending. An idea's words are gone for what is read after it (plans, names, filters).
 */
export const lexicon = {
  nrr: "net revenue retention|net dollar retention|net retention|nrr|ndr|existing accounts grow*|existing customers grow*",
  grr: "gross revenue retention|gross dollar retention|gross retention|retention of revenue gross|grr|gdr|keeps its money|keep their money|revenue kept|keeps revenue",
  arpa: "average revenue per customer|average revenue per account|revenue per customer|revenue per account|arpa|arpu",
  quick: "quick ratio",
  recoveryRate: "recovery rate|rate of recovery|share recovered|recovery success",
  leavers:
    "expected leavers|expected to leave|expect* to leave|expect* to lose|expect* to churn|likely to churn|will leave|will churn|going to leave|about to leave|predicted to leave|predict* to leave",
  atRisk:
    "revenue at risk|money at risk|mrr at risk|value at risk|at risk|stand to lose|could lose|might lose|in danger|risk exposure",
  recovered:
    "recovered revenue|recovered payments|recover*|got back|get back|won back|win back|collected after all|came in after all",
  openBills:
    "failed and still open|still unpaid|still open|still outstanding|unpaid|outstanding|open bills|open invoices|open payments|not paid yet",
  failed:
    "failed payments|failing payments|payment failure*|payments fail*|payment fail*|failed bills|bills failed|declined payments|declined cards|card* fail*|card declined|fail* billing|failed billing|failed|declined",
  attention: "need* attention|needs attention|need* a look|needing attention",
  call: "talk to first|call first|call today|to call|call list|talk to today|talk to|reach out to|contact first|contact today|look after first|needs me|need me|need* me most|priorities|priority|save first|focus on|cost us money|worry about|attention first|work on first|phone first",
  expansion: "expansion mrr|expansion revenue|expansion*|upgrade*|upsell*|expanded",
  contraction: "contraction mrr|contraction*|downgrade*|downsell*|contracted",
  reactivation: "reactivation*|reactivated|came back|come back|coming back|returning|returned",
  newMrr: "new revenue|new mrr|new business|new sales|newly won|revenue from new customers",
  churnedMrr:
    "churned mrr|churned revenue|revenue churn*|mrr churn*|mrr lost|lost mrr|lost revenue|revenue lost|revenue we lost",
  movements:
    "what changed mrr|what changed in mrr|mrr change*|mrr movement*|movements|change in mrr|changed mrr|revenue movement*|moved mrr|what moved",
  mrr: "monthly recurring revenue|recurring revenue|monthly revenue|mrr|make every month|make a month|make each month|earn every month|earn a month|earn each month|income|revenue per month|monthly income|revenue",
  reasons:
    "reasons for leaving|reasons people give|reason* leave|reason* left|why do customers leave|why do people leave|why customers leave|why people leave|why did customers leave|why are customers leaving|why do we lose|why we lose|churn reason*|reason* churn|reasons|involuntary|voluntary|voluntarily|own accord|cancelled themselves",
  churn:
    "churn rate|logo churn|customer churn|churn*|attrition|lose customers|losing customers|clients lost|lost customers|customers lost|clients did we lose|customers did we lose|customers left|people left|accounts left|clients left|left us",
  stay: "how long do customers stay|stay with us|customers stay|people stay|how long people stay|median lifetime|average lifetime|half life|survival|tenure|still here after|still there after|left after|remain*|stay*|still with us after|lifetime of a customer|retention curve",
  lifetimeValue: "lifetime value|ltv|clv|customer value",
  drivers:
    "drives the score*|drive* churn|driver*|drive*|factor*|features|feature importance|matters most|what matters|moves the score*|influence*|push* churn|push* risk|most important",
  findings:
    "finding*|pattern*|statistically|goes with leaving|correlat*|associated with leaving|linked to leaving|insights",
  score: "churn risk score|risk score|churn score|score|scores|scored|scoring|risky|riskiest|risk",
  explain:
    "why|explain*|reason|because|what raises|raises|what drives|driving|drives|behind|what pushes|caused|causes|cause",
  step: "what should we do|what should i do|what do we do|what can we do|what can i do|what to do|next step*|do about|do next|do first|recommend*|advice|action|actions|save them|keep them",
  plan: "which plan|what plan|plan|plans|subscription plan|subscribed to",
  byPlan:
    "by plan|per plan|across plans|each plan|every plan|for each plan|split by plan|plan by plan|which plan|plans differ|between plans",
  pays: "pay us|pays us|they pay|paying us|does * pay|pay|pays|paying|monthly price|bring in|worth",
  owner: "looks after|look after|account manager|owner|owns|responsible|in charge|csm|who owns",
  lastSeen: "last active|last seen|last see|last activity|last login|last logged|see them|saw them|last use*",
  email: "email address|e-mail address|email|e-mail|mail address",
  notes: "notes|note|written about|wrote about|team written|written",
  tags: "tag|tags|tagged|labels|labelled",
  segmentsOf: "which segments|what segments|segments is|segments are they|in which segment",
  scoreChange:
    "score change*|change over|changed over|changed in the last|move* over|trend|went up|went down|gone up|rise|rose",
  summary: "summarize|summarise|summary|overview|tell me about|who is|profile|brief me|describe",
  bills: "bills|invoices|billing|charged|charges",
  segment: "segment|segments|audience|audiences",
  members: "members|member|who is in|who are in|belong*|inside|in here|in it",
  campaigns: "campaign*|outreach",
  heldOut: "held out|hold out|held back|holdout*|control group|left alone",
  clicks: "click*|click rate|clicked through",
  reached: "got it|get it|received it|were sent|was sent|written to|reached|were drawn",
  netValue:
    "worth the money|worth it|worth the effort|worth the cost|net value|pay off|paid off|after costs|return on",
  kept: "kept|keep|save|saved",
  declines:
    "reason* payments fail*|reason* for decline*|decline reason*|decline code*|declined for|reasons for failed payments|failure reason*",
  dunning:
    "reminder*|dunning|payment mail*|payment message*|payment e-mail*|payment email*|recovery message*|recovery mail*|recovery e-mail*|messages about payments|mails about payments|messages after failed payments",
  flow: "came and went|come and go|comes and goes|entered|entering|joined and left|came in|went out",
  analysis: "churn analys*|analys*|run",
  quality:
    "how good|any good|trust|reliable|accura*|auc|brier|calibrat*|ece|quality|precise|pr-auc|correct|believe",
  scoredCount: "analyzed|analysed|were scored|been scored|scored customers",
  imports: "import|imports|imported|upload|uploads|uploaded|file|files",
  rowErrors: "row* went wrong|went wrong|wrong|error*|skipped|invalid|problem*|bad rows",
  created: "created|added|new rows",
  updated: "updated|changed rows",
  status: "status|state|progress|finished|done",
  uploader: "who uploaded|uploaded by|who imported|who started",
  integrations:
    "integration*|connected systems|systems are connected|systems|connected|connection*|stripe|hubspot|salesforce|mailchimp|slack|sync*",
  health: "how fresh|fresh|how old|data age|age of|up to date|stale",
  paying:
    "paying customers|paying accounts|paying clients|active paying|active customers|active accounts|active clients",
  customers: "customers|customer|accounts|account|clients|client|users|subscribers|logos|buyers|people",
  count: "how many|number of|count of|count|total number|how much of|headcount",
  list: "list|show|which|who|give me the names|names of|display|name",
  growth: "how are we doing|how is business|how is the company doing|state of the company|overall picture",
  share: "what share|share of|percentage|percent|proportion|what fraction|rate",
} as const;

export type Concept = keyof typeof lexicon;

interface Wording {
  concept: Concept;
  pattern: RegExp;
  length: number;
}

const wordings: readonly Wording[] = (Object.entries(lexicon) as [Concept, string][])
  .flatMap(([concept, phrases]) =>
    phrases.split("|").map((phrase) => ({
      concept,
      length: phrase.length,
      pattern: new RegExp(`(?<![\\p{L}\\p{N}])${patternOf(phrase)}(?![\\p{L}\\p{N}])`, "u"),
    })),
  )
  .toSorted((a, b) => b.length - a.length);

function patternOf(phrase: string): string {
  return phrase
    .split(" ")
    .map((word) =>
      word === "*"
        ? String.raw`[\p{L}\p{N}.-]+`
        : word.replaceAll(".", String.raw`\.`).replace("*", String.raw`\p{L}*`),
    )
    .join(" ");
}

const words = Object.values(lexicon).flatMap((phrases) => phrases.split(/[|\s]/));
/** Every word that a wording is made of: what a mistyped one may have been meant for. */
export const lexiconWords: ReadonlySet<string> = new Set(
  words.filter((word) => word.length >= 3 && !word.includes("*")),
);
/** Beginnings that take any ending. */
export const lexiconStems: readonly string[] = [
  ...new Set(words.filter((word) => word.length > 3 && word.endsWith("*")).map((word) => word.slice(0, -1))),
];

/** Ideas that stand in a text, and the text without the words that were taken for them. */
export function conceptsIn(text: string): { concepts: Set<Concept>; rest: string } {
  const concepts = new Set<Concept>();
  let rest = ` ${text} `;
  for (const { concept, pattern } of wordings) {
    if (pattern.test(text)) concepts.add(concept);
    rest = rest.replace(new RegExp(pattern.source, "gu"), " ");
  }
  return { concepts, rest: rest.replaceAll(/\s+/g, " ").trim() };
}
