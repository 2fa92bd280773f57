import { z } from "zod";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import type { Account, ApiOptions, ProviderApi } from "../../connector.ts";
import type { Channel, ChannelMessage, PostOutcome } from "../../posting.ts";
import { ProviderError } from "../../provider-error.ts";
import { askSlack, readAnswer, send, SlackRefusal, type Ask } from "./slack-client.ts";

const CHANNELS_A_PAGE = 1000;
/** Nothing was sent: no connection stood. Whatever else goes wrong on the way may have arrived. */
const NEVER_SENT = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "UND_ERR_CONNECT_TIMEOUT"];

const who = z.object({ team: z.string(), team_id: z.string() });
const channelList = z.object({
  channels: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      is_private: z.boolean().optional(),
      is_archived: z.boolean().optional(),
      is_member: z.boolean().optional(),
    }),
  ),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});
const anything = z.looseObject({});

/** A way into one workspace of Slack's. */
export function openSlack(options: ApiOptions): ProviderApi {
  const ask = askSlack(options);
  const nothing = () => {
    throw new TypeError("Nothing comes in from Slack");
  };
  return {
    identify: () => answered(identify(ask, options)),
    readPage: nothing,
    readRecords: nothing,
    readChanges: nothing,
    subscribe: () => Promise.resolve(null),
    unsubscribe: () => Promise.resolve(),
    posting: {
      listChannels: (place) => answered(listChannels(ask, place)),
      post: (message) => post(options, message),
      async replace(ts, message) {
        // Without blocks of its own it would keep those that it has.
        await answered(ask("chat.update", { blocks: [], ...bodyOf(message), ts }, anything));
      },
    },
    async revoke() {
      await answered(ask("auth.revoke", {}, anything));
    },
  };
}

async function identify(ask: Ask, { isSandbox }: ApiOptions): Promise<Account> {
  const { team, team_id: id } = await ask("auth.test", {}, who);
  return { id, name: team.slice(0, 200), isTestMode: isSandbox };
}

/** Channels that can be posted to: public ones, and private ones that we were invited to. */
async function listChannels(
  ask: Ask,
  place: string | null,
): Promise<{ channels: Channel[]; next: string | null }> {
  const { channels, response_metadata: more } = await ask(
    "conversations.list",
    {
      types: "public_channel,private_channel",
      exclude_archived: true,
      limit: CHANNELS_A_PAGE,
      ...(place !== null && { cursor: place }),
    },
    channelList,
  );
  return {
    channels: channels
      .filter((one) => one.is_archived !== true && (one.is_private !== true || one.is_member === true))
      .map(({ id, name, is_private: isPrivate }) => ({ id, name, isPrivate: isPrivate === true })),
    next: more?.next_cursor || null,
  };
}

/** Why Slack does not post it, for whoever can mend it; those of the channel first. */
const ofChannel: Readonly<Record<string, string>> = {
  channel_not_found: "Slack has no such channel any more, or we are not invited to it.",
  is_archived: "The channel is archived in Slack.",
  not_in_channel: "We are not in this channel. Invite the app there, or choose another.",
  restricted_action: "The workspace does not let apps post there.",
  restricted_action_read_only_channel: "The channel is read-only.",
  restricted_action_thread_only_channel: "The channel takes threads only.",
};

async function post(options: ApiOptions, message: ChannelMessage): Promise<PostOutcome> {
  const body = { ...bodyOf(message), unfurl_links: false, unfurl_media: false };
  try {
    const answer = await send(options, "chat.postMessage", body, { attempts: 1 });
    // Before anything is done with it.
    if (answer.status === 429 || answer.status === 503) {
      const { retryAfterMs } = answer;
      answer.discard();
      return { result: "later", retryAfterMs };
    }
    if (answer.status >= 500) {
      answer.discard();
      return unsure;
    }
    readAnswer(await answer.json(), anything);
    return { result: "posted" };
  } catch (error) {
    if (error instanceof SlackRefusal) return refusedBy(error.code);
    if (error instanceof OutboundError) {
      const isNeverSent = error.code === "busy" || NEVER_SENT.includes(error.causeCode ?? "");
      return isNeverSent ? { result: "later", retryAfterMs: null } : unsure;
    }
    if (error instanceof ProviderError && error.failure === "passing")
      return { result: "later", retryAfterMs: null };
    if (error instanceof ProviderError && error.failure === "wrong") return unsure;
    throw error;
  }
}

const unsure: PostOutcome = {
  result: "unsure",
  reason: "Slack did not say whether it took it. It may be there: look before you post it again.",
};

function refusedBy(code: string): PostOutcome {
  const reason = ofChannel[code];
  if (reason !== undefined) return { result: "refused", reason, isOfChannel: true };
  const shown = code.slice(0, 60).replaceAll(/[^\w.-]/g, " ");
  return { result: "refused", reason: `Slack did not take the message (${shown}).`, isOfChannel: false };
}

/** What a section of a message takes: docs.slack.dev, section block. */
const SECTION_MAX = 3000;
/** Names the button in what Slack tells of a press. */
export const DONE_ACTION = "step_done";

/** Where a message has a button it is made of blocks, and its text is what notifications say. */
function bodyOf(message: ChannelMessage): object {
  const text = textOf(message);
  const plain = { channel: message.channelId, text };
  if (message.doneValue === null || text.length > SECTION_MAX) return plain;
  return {
    ...plain,
    blocks: [
      { type: "section", text: { type: "mrkdwn", text } },
      {
        type: "actions",
        elements: [
          {
            type: "button",
            action_id: DONE_ACTION,
            text: { type: "plain_text", text: "Mark as done" },
            value: message.doneValue,
          },
        ],
      },
    ],
  };
}

/** Slack reads `&`, `<` and `>` as its own; a title is bold, a link stands on its own line. */
function textOf({ title, text, link }: ChannelMessage): string {
  return [
    ...(title === null ? [] : [`*${escaped(title)}*`]),
    ...(text === "" ? [] : [escaped(text)]),
    ...(link === null ? [] : [`<${escaped(link.url)}|${escaped(link.label).replaceAll("|", " ")}>`]),
  ].join("\n");
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error;
    throw new ProviderError("wrong", `Slack did not do it (${error.code.slice(0, 60)}).`);
  }
}
