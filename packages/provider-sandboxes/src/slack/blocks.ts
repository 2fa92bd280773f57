/** A button of a message. */
export interface Button {
  actionId: string;
  value: string | undefined;
  label: string;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isText = (value: unknown, max: number) =>
  typeof value === "string" && value.length > 0 && value.length <= max;

/** Whether Slack takes these blocks; those that an app which tells things uses, with the limits of docs.slack.dev. */
export function areBlocks(blocks: unknown): blocks is Fields[] {
  return Array.isArray(blocks) && blocks.length <= 50 && blocks.every(isBlock);
}

function isBlock(block: unknown): boolean {
  if (!isFields(block)) return false;
  const { type, text, elements } = block;
  if (type === "section")
    return (
      isFields(text) && ["mrkdwn", "plain_text"].includes(String(text["type"])) && isText(text["text"], 3000)
    );
  if (type !== "actions" || !Array.isArray(elements)) return false;
  const ids = elements.map((one: unknown) => (isFields(one) ? one["action_id"] : undefined));
  return (
    elements.length >= 1 &&
    elements.length <= 25 &&
    elements.every(isButton) &&
    new Set(ids).size === ids.length
  );
}

function isButton(element: unknown): boolean {
  if (!isFields(element)) return false;
  const { type, action_id: id, text, value } = element;
  return (
    type === "button" &&
    isText(id, 255) &&
    isFields(text) &&
    text["type"] === "plain_text" &&
    isText(text["text"], 75) &&
    (value === undefined || isText(value, 2000))
  );
}

/** What can be pressed in a message. */
export function buttonsOf(blocks: unknown): Button[] {
  if (!areBlocks(blocks)) return [];
  return blocks.flatMap(({ elements = [] }) =>
    (elements as Fields[]).map(({ action_id: actionId, value, text }) => ({
      actionId: String(actionId),
      value: value === undefined ? undefined : String(value),
      label: String((text as Fields)["text"]),
    })),
  );
}
