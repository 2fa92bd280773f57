import { companies } from "../companies/index.ts";
import {
  AnswerError,
  drawsFrom,
  peerClock,
  startPeerServer,
  type Answer,
  type Peer,
  type PeerClock,
  type PeerRequest,
} from "../kit/index.ts";
import { oauthServer, salesforceStyle, type Decision, type OAuthServer } from "../oauth/index.ts";
import { salesforceControlRoutes } from "./control-page.ts";
import { Org } from "./org.ts";
import { salesforceError } from "./salesforce-errors.ts";
import { salesforceRoutes } from "./salesforce-routes.ts";

export interface SalesforceOptions {
  port?: number;
  clock?: PeerClock;
  /** `sample`: accounts, contacts and opportunities of the companies that the other stand-ins know. */
  data?: "sample" | "empty";
  redirectUris?: string[];
  decision?: Decision;
  /** 403 beyond these in a day of the clock. */
  requestsPerDay?: number;
}

/** A Salesforce organisation on this machine. */
export interface SalesforcePeer extends Peer {
  data: Org;
  oauth: OAuthServer;
  app: { clientId: string; clientSecret: string };
}

const DAY_MS = 86_400_000;

/** Starts the Salesforce stand-in: SOQL as far as a sync asks, pages by locator, OAuth with PKCE and rotation. */
export async function startSalesforce(options: SalesforceOptions = {}): Promise<SalesforcePeer> {
  const clock = options.clock ?? peerClock();
  const org = new Org(clock);
  const { Id: orgId } = org.add("Organization", { Name: "Brightleaf Software", IsSandbox: true });
  if (options.data !== "empty") sampleOrg(org);
  const app = { clientId: "3MVG9sandbox", clientSecret: "salesforce-sandbox-secret" };
  const oauth = oauthServer({
    style: salesforceStyle({
      instanceUrl: () => peer.url,
      orgId,
      userId: "005000000000001AAA",
    }),
    clock,
    accountName: "Brightleaf Software",
    decision: options.decision ?? "ask",
    apps: [
      {
        name: "Forestay",
        ...app,
        redirectUris: options.redirectUris ?? [],
        scopes: ["api", "refresh_token"],
      },
    ],
  });
  const perDay = options.requestsPerDay ?? 100_000;
  let used = { day: -1, count: 0 };

  async function around(request: PeerRequest, serve: () => Promise<Answer>): Promise<Answer> {
    if (!request.path.startsWith("/services/data/")) return serve();
    const day = Math.floor(clock.now() / DAY_MS);
    if (used.day !== day) used = { day, count: 0 };
    const headers = () => ({ "sforce-limit-info": `api-usage=${used.count}/${perDay}` });
    try {
      const token = /^(Bearer|OAuth) (.+)$/i.exec(request.headers["authorization"] ?? "")?.[2] ?? "";
      if ("refused" in oauth.check(token))
        throw salesforceError(401, "INVALID_SESSION_ID", "Session expired or invalid");
      if (used.count >= perDay)
        throw salesforceError(403, "REQUEST_LIMIT_EXCEEDED", "TotalRequests Limit exceeded.");
      used.count += 1;
      const answer = await serve();
      return { ...answer, headers: { ...headers(), ...answer.headers } };
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error;
      return { ...error.answer, headers: { ...headers(), ...error.answer.headers } };
    }
  }

  const peer = await startPeerServer({
    port: options.port ?? 0,
    clock,
    routes: { ...salesforceRoutes(org), ...oauth.routes, ...salesforceControlRoutes(org, oauth) },
    notFound: () => salesforceError(404, "NOT_FOUND", "The requested resource does not exist").answer,
    around,
  });
  return Object.assign(peer, { data: org, oauth, app });
}

function sampleOrg(org: Org): void {
  const draws = drawsFrom(91);
  for (const company of companies(180)) {
    const since = org.clock.now() - draws.whole(30, 900) * DAY_MS;
    const { name, country, employees } = company;
    const account = org.add(
      "Account",
      { Name: name, BillingCountry: country, NumberOfEmployees: employees },
      since,
    );
    for (const { firstName, lastName, email, title } of company.people)
      org.add(
        "Contact",
        {
          FirstName: firstName,
          LastName: lastName,
          Email: email,
          Title: title,
          AccountId: account.Id,
          Plan__c: draws.pick(["Starter", "Team", "Business"]),
          Seats__c: draws.whole(1, 60),
        },
        since,
      );
    if (!draws.chance(0.4)) continue;
    const isWon = draws.chance(0.6);
    org.add(
      "Opportunity",
      {
        Name: `${name}: order`,
        Amount: draws.whole(5, 300) * 100,
        StageName: isWon ? "Closed Won" : "Closed Lost",
        IsWon: isWon,
        IsClosed: true,
        AccountId: account.Id,
      },
      since,
    );
  }
}
