import type { Answer, PeerRequest, Routes } from "../kit/index.ts";
import type { OAuthServer } from "../oauth/index.ts";
import { areBlocks } from "./blocks.ts";
import type { Workspace } from "./workspace.ts";

const MAX_TEXT = 40_000;
const fine = (body: object): Answer => ({ status: 200, body: { ok: true, ...body } });
/** Slack says errors with status 200. */
const wrong = (error: string, more: object = {}): Answer => ({
  status: 200,
  body: { ok: false, error, ...more },
});
const tooFast = (waitS: number): Answer => ({
  status: 429,
  headers: { "retry-after": String(waitS) },
  body: { ok: false, error: "ratelimited" },
});

/** The calls of Slack's Web API that an app which tells things needs, and the incoming webhook. */
export function slackRoutes(workspace: Workspace, oauth: OAuthServer, uninstall: () => void): Routes {
  /** Lets a call through with a living token that has the scope. */
  const asBot =
    (
      scope: string | undefined,
      serve: (request: PeerRequest, said: Said, scopes: readonly string[]) => Answer,
    ) =>
    (request: PeerRequest): Answer => {
      const said = saidBy(request);
      const token = /^Bearer (.+)$/i.exec(request.headers["authorization"] ?? "")?.[1] ?? said.text("token");
      if (token === undefined) return wrong("not_authed");
      const check = oauth.check(token);
      if ("refused" in check)
        return wrong(
          { unknown: "invalid_auth", expired: "token_expired", revoked: "token_revoked" }[check.refused],
        );
      const { scopes } = check.grant;
      if (scope !== undefined && !scopes.includes(scope))
        return wrong("missing_scope", { needed: scope, provided: scopes.join(",") });
      return serve(request, said, scopes);
    };
  return {
    "POST /api/auth.test": asBot(undefined, () =>
      fine({
        url: "https://sandbox.slack.com/",
        team: workspace.name,
        team_id: workspace.id,
        user: "forestay",
        user_id: "U0BOT",
        bot_id: "B0BOT",
      }),
    ),
    "POST /api/chat.postMessage": asBot("chat:write", (_request, said, scopes) => {
      const [text, blocks] = [said.text("text"), said.json("blocks")];
      const asked = said.text("channel");
      if (asked === undefined) return wrong("invalid_arguments");
      const channel = workspace.channel(asked);
      if (!channel) return wrong("channel_not_found");
      if (channel.isArchived) return wrong("is_archived");
      // Public ones are open to an app that was allowed that; to a private one it has to be invited.
      const isOpen = !channel.isPrivate && scopes.includes("chat:write.public");
      if (!channel.isMember && !isOpen) return wrong("not_in_channel");
      if (!text && blocks === undefined) return wrong("no_text");
      if ((text ?? "").length > MAX_TEXT) return wrong("msg_too_long");
      if (blocks !== undefined && !areBlocks(blocks)) return wrong("invalid_blocks");
      const waitS = workspace.waitS(channel.id);
      if (waitS > 0) return tooFast(waitS);
      const message = workspace.post(channel.id, text ?? "", blocks ?? null, "bot");
      return fine({
        channel: channel.id,
        ts: message.ts,
        message: { type: "message", text: message.text, ts: message.ts },
      });
    }),
    "POST /api/chat.update": asBot("chat:write", (_request, said) => {
      const [text, blocks] = [said.text("text"), said.json("blocks")];
      const [asked, ts] = [said.text("channel"), said.text("ts")];
      if (asked === undefined || ts === undefined) return wrong("invalid_arguments");
      // Of a message its channel's id is needed, and not its name.
      const channel = workspace.channels.find(({ id }) => id === asked);
      if (!channel) return wrong("channel_not_found");
      const message = workspace.message(channel.id, ts);
      if (!message) return wrong("message_not_found");
      if (message.by !== "bot") return wrong("cant_update_message");
      if (channel.isArchived) return wrong("is_archived");
      if (!text && blocks === undefined) return wrong("no_text");
      if ((text ?? "").length > MAX_TEXT) return wrong("msg_too_long");
      if (blocks !== undefined && !areBlocks(blocks)) return wrong("invalid_blocks");
      message.text = text ?? "";
      // What is not named stays as it was.
      if (blocks !== undefined) message.blocks = blocks.length === 0 ? null : blocks;
      return fine({ channel: channel.id, ts, text: message.text });
    }),
    "POST /api/conversations.list": asBot("channels:read", (_request, said) => {
      const types = (said.text("types") ?? "public_channel").split(",");
      const limit = Math.min(1000, Number(said.text("limit") ?? 100));
      const from = Number(said.text("cursor") ?? 0);
      const found = workspace.channels.filter(
        (one) =>
          types.includes(one.isPrivate ? "private_channel" : "public_channel") &&
          !(said.text("exclude_archived") === "true" && one.isArchived),
      );
      const next = from + limit < found.length ? String(from + limit) : "";
      return fine({
        channels: found.slice(from, from + limit).map((one) => ({
          id: one.id,
          name: one.name,
          is_channel: !one.isPrivate,
          is_private: one.isPrivate,
          is_archived: one.isArchived,
          is_member: one.isMember,
        })),
        response_metadata: { next_cursor: next },
      });
    }),
    "POST /api/auth.revoke": asBot(undefined, () => {
      oauth.revokeAll();
      return fine({ revoked: true });
    }),
    "POST /api/apps.uninstall": asBot(undefined, () => {
      uninstall();
      return fine({});
    }),
    "POST /services/:team/:bot/:secret": (request) => webhook(workspace, request),
  };
}

/** Answers `ok` as text; what went wrong stands in a text as well. */
function webhook(workspace: Workspace, request: PeerRequest): Answer {
  if (request.path !== workspace.webhookPath) return { status: 404, body: "no_service" };
  const said = request.json as { text?: unknown; blocks?: unknown } | undefined;
  if (typeof said !== "object" || (typeof said.text !== "string" && !Array.isArray(said.blocks)))
    return { status: 400, body: "invalid_payload" };
  const channel = workspace.channel(workspace.webhookChannel);
  if (!channel) return { status: 404, body: "channel_not_found" };
  if (channel.isArchived) return { status: 410, body: "channel_is_archived" };
  const waitS = workspace.waitS(channel.id);
  if (waitS > 0) return { ...tooFast(waitS), body: "rate_limited" };
  workspace.post(channel.id, typeof said.text === "string" ? said.text : "", said.blocks ?? null, "webhook");
  return { status: 200, body: "ok" };
}

/** Fields of a call, sent as a form or as JSON. */
interface Said {
  text(name: string): string | undefined;
  json(name: string): unknown;
}

function saidBy(request: PeerRequest): Said {
  const fields = (request.json ?? Object.fromEntries(new URLSearchParams(request.rawBody))) as Record<
    string,
    unknown
  >;
  return {
    text: (name) => (fields[name] === undefined ? undefined : String(fields[name])),
    json: (name) => {
      const value = fields[name];
      if (typeof value !== "string") return value;
      try {
        return JSON.parse(value) as unknown;
      } catch {
        return value;
      }
    },
  };
}
