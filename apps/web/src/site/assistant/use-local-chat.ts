import { useEffect, useRef, useState } from "react";
import { cannedReply } from "./canned-replies.ts";
import { readLocalChat, writeLocalChat } from "./local-conversations.ts";
import type { LocalChat, LocalConversation, LocalMessage } from "./local-conversations.ts";

const REPLIES_AFTER_MS = 1000;
const TITLE_LENGTH = 60;

interface LocalChatView {
  conversations: readonly LocalConversation[];
  open: LocalConversation | undefined;
  isTyping: boolean;
  send: (text: string, type: "text" | "quick_action") => void;
  /** Another conversation; null: a new one. */
  choose: (id: string | null) => void;
}

/** A visitor's conversations: kept in this browser alone, answered a second later by what is prepared. */
export function useLocalChat(): LocalChatView {
  const [chat, setChat] = useState<LocalChat>(readLocalChat);
  const [isTyping, setTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = chat.conversations.find(({ id }) => id === chat.openId);

  const keep = (next: LocalChat) => {
    writeLocalChat(next);
    setChat(next);
  };
  const add = (id: string, message: LocalMessage) => {
    const now = readLocalChat();
    const known = now.conversations.find((one) => one.id === id);
    const conversation: LocalConversation = {
      id,
      title: known?.title ?? message.content.slice(0, TITLE_LENGTH),
      createdAt: known?.createdAt ?? message.timestamp,
      messages: [...(known?.messages ?? []), message],
    };
    const others = now.conversations.filter((one) => one.id !== id);
    keep({ ...now, openId: now.openId ?? id, conversations: [conversation, ...others] });
  };

  return {
    conversations: chat.conversations,
    open,
    isTyping,
    send(text, type) {
      const content = text.trim();
      if (content === "" || isTyping) return;
      const id = open?.id ?? crypto.randomUUID();
      add(id, messageOf({ content, sender: "user", type }));
      setTyping(true);
      timer.current = setTimeout(() => {
        const { text: reply, links } = cannedReply(content);
        add(id, messageOf({ content: reply, sender: "bot", type: "text", links }));
        setTyping(false);
      }, REPLIES_AFTER_MS);
    },
    choose(id) {
      clearTimeout(timer.current);
      setTyping(false);
      keep({ ...readLocalChat(), openId: id });
    },
  };
}

const messageOf = (said: Omit<LocalMessage, "id" | "timestamp">): LocalMessage => ({
  ...said,
  id: crypto.randomUUID(),
  timestamp: new Date().toISOString(),
});
