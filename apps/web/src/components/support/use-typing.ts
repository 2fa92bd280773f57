import { supportTimings } from "@forestay/contracts/wire";
import type { SupportMessage } from "@forestay/contracts/wire";
import { useCallback, useEffect, useRef, useState } from "react";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { liveConnection } from "@/lib/live/index.ts";

/** A goodbye that was lost must not leave somebody typing for ever. */
const TYPING_FORGOTTEN_MS = 5000;
/** Who types on says so again well before they are forgotten. */
const TYPING_REPEATED_MS = 3000;

/** Who of the other side is writing in a session at this moment. */
export function useTypist(sessionId: string): string | null {
  const { id: ownId } = useCurrentUser();
  const [typist, setTypist] = useState<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const clear = () => {
      clearTimeout(timer);
      setTypist(null);
    };
    const stopTyping = liveConnection.on("user_typing", ({ sessionId: of, userId, userName, isTyping }) => {
      if (of !== sessionId || userId === ownId) return;
      clear();
      if (!isTyping) return;
      setTypist(userName);
      timer = setTimeout(clear, TYPING_FORGOTTEN_MS);
    });
    const heard = (message: SupportMessage) => {
      if (message.sessionId === sessionId) clear();
    };
    const stops = [
      stopTyping,
      liveConnection.on("SupportMessageReceived", heard),
      liveConnection.on("message_received", heard),
    ];
    return () => {
      clear();
      for (const stop of stops) stop();
    };
  }, [ownId, sessionId]);
  return typist;
}

/**
 * To be called on each key: the other side hears that it began, again every three seconds while it goes on, and that it
 * stopped after a second without one.
 */
export function useTypingNotice(sessionId: string): () => void {
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const repeat = useRef<ReturnType<typeof setInterval>>(undefined);
  const isTyping = useRef(false);
  const tell = useCallback(
    (now: boolean) => {
      const say = () => void liveConnection.invoke("TypingIndicator", sessionId, now).catch(() => undefined);
      isTyping.current = now;
      clearInterval(repeat.current);
      say();
      if (now) repeat.current = setInterval(say, TYPING_REPEATED_MS);
    },
    [sessionId],
  );
  const stop = useCallback(() => {
    clearTimeout(idle.current);
    if (isTyping.current) tell(false);
  }, [tell]);
  useEffect(() => stop, [stop]);
  return useCallback(() => {
    if (!isTyping.current) tell(true);
    clearTimeout(idle.current);
    idle.current = setTimeout(stop, supportTimings.typingIdleMs);
  }, [tell, stop]);
}
