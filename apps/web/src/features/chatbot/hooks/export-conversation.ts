import { ChatMessageSender } from "@forestay/contracts/wire";
import type { ChatMessage, Conversation } from "@forestay/contracts/wire";
import { formatDateTime } from "@/lib/format/index.ts";

/** A conversation as a text to keep: who said what when, with what it rested on. */
export function exportedConversation({ title }: Conversation, messages: readonly ChatMessage[]): string {
  const said = messages.map(({ sender, content, timestamp, answer }) =>
    [
      `${sender === ChatMessageSender.User ? "You" : "Assistant"}, ${formatDateTime(timestamp)}`,
      content,
      ...(answer === null || answer.sources.length === 0
        ? []
        : [`Sources: ${answer.sources.map(({ label }) => label).join("; ")}`]),
    ].join("\n"),
  );
  return `${[title, ...said].join("\n\n")}\n`;
}
