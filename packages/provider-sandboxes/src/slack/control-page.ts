import { html, page, sendTo, type Routes } from "../kit/index.ts";
import { buttonsOf } from "./blocks.ts";
import type { SlackMessage, Workspace } from "./workspace.ts";

/** What the app told the workspace, and what a person can do there by hand: the page `/sandbox`. */
export function slackControlRoutes(
  workspace: Workspace,
  removeApp: () => void,
  press: (message: SlackMessage) => Promise<number>,
): Routes {
  return {
    "GET /sandbox": () => {
      const newest = workspace.messages.toReversed().slice(0, 50);
      return page(
        "Slack",
        html`<h1>Slack: ${workspace.name}</h1>
          <form method="post" action="/sandbox/remove-app"><button>Remove the app</button></form>
          <h2>Messages</h2>
          ${newest.length === 0 ? html`<p>Nothing was said yet.</p>` : ""}
          <ul>
            ${newest.map(
              (one) =>
                html`<li>
                  #${workspace.channel(one.channel)?.name ?? one.channel}: ${one.text}
                  ${buttonsOf(one.blocks)
                    .slice(0, 1)
                    .map(
                      ({ label }) =>
                        html`<form method="post" action="/sandbox/messages/${one.channel}/${one.ts}/press">
                          <button>${label}</button>
                        </form>`,
                    )}
                </li>`,
            )}
          </ul>
          <h2>Channels</h2>
          <ul>
            ${workspace.channels.map(
              (one) =>
                html`<li>
                  #${one.name}${one.isArchived ? " (archived)" : ""}
                  <form method="post" action="/sandbox/channels/${one.id}">
                    <button>${one.isArchived ? "Bring back" : "Archive"}</button>
                  </form>
                </li>`,
            )}
          </ul>`,
      );
    },
    "POST /sandbox/remove-app": () => {
      removeApp();
      return sendTo("/sandbox");
    },
    "POST /sandbox/messages/:channel/:ts/press": async ({ params }) => {
      const message = workspace.message(params["channel"] ?? "", params["ts"] ?? "");
      if (message) await press(message).catch(() => 0);
      return sendTo("/sandbox");
    },
    "POST /sandbox/channels/:id": (request) => {
      const channel = workspace.channel(request.params["id"] ?? "");
      if (channel) channel.isArchived = !channel.isArchived;
      return sendTo("/sandbox");
    },
  };
}
