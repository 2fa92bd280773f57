import type { EndpointResponse, SupportMessage, supportEndpoints } from "@forestay/contracts/wire";

/** The newest 200 messages of a session and what was asked for before them, with the session. */
export type SupportThreadData = EndpointResponse<typeof supportEndpoints.messages>;

/**
 * A thread with one more message: once per id, in the order of the places. `isWhole` is false where a place before it is
 * missing, and what was missed has to be asked for.
 */
export function withMessage(
  data: SupportThreadData,
  message: SupportMessage,
): { data: SupportThreadData; isWhole: boolean } {
  const known = data.items.find((one) => one.id === message.id);
  if (known !== undefined) return { data, isWhole: true };
  const last = data.items.at(-1)?.sequence ?? 0;
  const items = [...data.items, message].toSorted((a, b) => a.sequence - b.sequence);
  const lastSequence = Math.max(data.session.lastSequence, message.sequence);
  return {
    data: { ...data, items, session: { ...data.session, lastSequence } },
    isWhole: message.sequence <= last + 1,
  };
}

/**
 * What was asked for, with what came in while it was on its way: an answer that was written before a message must not take
 * the message off the page again. Nothing said in a session is ever unsaid. What was read back stays, where nothing is
 * missing between.
 */
export function withNews(asked: SupportThreadData, shown: SupportThreadData | undefined): SupportThreadData {
  if (shown === undefined) return asked;
  const last = asked.items.at(-1)?.sequence ?? 0;
  const news = shown.items.filter(({ sequence }) => sequence > last);
  const whole = withEarlier(asked, shown);
  return news.reduce((data, message) => withMessage(data, message).data, whole);
}

/** A thread with the messages before its first one; unchanged where they do not reach up to it. */
export function withEarlier(
  data: SupportThreadData,
  { items, hasEarlier }: Pick<SupportThreadData, "items" | "hasEarlier">,
): SupportThreadData {
  const first = data.items[0]?.sequence ?? 0;
  const earlier = items.filter(({ sequence }) => sequence < first);
  return earlier.at(-1)?.sequence === first - 1
    ? { ...data, items: [...earlier, ...data.items], hasEarlier }
    : data;
}

/** My open session, if any, with whether somebody is there. */
export type ActiveSession = EndpointResponse<typeof supportEndpoints.active>;

/**
 * What was asked for, where an answer that was written before a message or a mark does not take it back: how far a session
 * has come, and how far its person has read, only grows.
 */
export function withKnownPlaces(asked: ActiveSession, shown: ActiveSession | undefined): ActiveSession {
  const { session } = asked;
  const known = shown?.session;
  if (session === null || known?.id !== session.id) return asked;
  const lastSequence = Math.max(session.lastSequence, known.lastSequence);
  const userReadSequence = Math.max(session.userReadSequence, known.userReadSequence);
  return { ...asked, session: { ...session, lastSequence, userReadSequence } };
}

/** How far the other side has read, with the marks on the messages. */
export function withReadMark(
  data: SupportThreadData,
  { isByUser, sequence }: { isByUser: boolean; sequence: number },
): SupportThreadData {
  const key = isByUser ? "userReadSequence" : "staffReadSequence";
  if (data.session[key] >= sequence) return data;
  return {
    ...data,
    session: { ...data.session, [key]: sequence },
    items: data.items.map((one) =>
      one.isFromUser !== isByUser && one.sequence <= sequence ? { ...one, isRead: true } : one,
    ),
  };
}
