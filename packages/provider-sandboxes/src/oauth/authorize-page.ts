import { html, page, type Answer, type Html } from "../kit/index.ts";

/** What the page asks a person. */
export interface AuthorizeQuestion {
  provider: string;
  accountName: string;
  appName: string;
  scopes: string[];
  /** The link's own parameters, sent back with the answer. */
  parameters: [name: string, value: string][];
}

/** The page on which a person allows or denies the app. */
export function authorizePage(question: AuthorizeQuestion): Answer {
  const { provider, accountName, appName, scopes, parameters } = question;
  const title = `Connect ${appName} to ${provider}`;
  const asked = scopes.length === 0 ? html`<p>It asks for access to the account.</p>` : scopeList(scopes);
  return page(
    title,
    html`<div class="card">
      <h1>${title}</h1>
      <p>Account: <strong>${accountName}</strong></p>
      ${asked}
      <form method="post">
        ${parameters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <button class="primary" name="decision" value="allow">Allow</button>
        <button name="decision" value="deny">Deny</button>
      </form>
    </div>`,
  );
}

/** Said on the page where sending the browser back would be unsafe. */
export function authorizeProblem(provider: string, said: string): Answer {
  return page(
    `${provider} cannot connect this app`,
    html`<div class="card">
      <h1>${provider} cannot connect this app</h1>
      <p>${said}</p>
    </div>`,
    400,
  );
}

function scopeList(scopes: string[]): Html {
  return html`<p>It asks for:</p>
    <ul>
      ${scopes.map((scope) => html`<li>${scope}</li>`)}
    </ul>`;
}
