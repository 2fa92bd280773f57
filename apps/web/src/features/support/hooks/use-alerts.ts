import type { HubEventPayload } from "@forestay/contracts/wire";
import { useState } from "react";
import { usePolicy } from "@/lib/auth/index.ts";

const KEY = "support-alerts";
export interface AlertChoice {
  desktop: boolean;
  sound: boolean;
}

function readChoice(): AlertChoice {
  try {
    const { desktop, sound } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<AlertChoice>;
    return { desktop: desktop === true, sound: sound === true };
  } catch {
    return { desktop: false, sound: false };
  }
}

/**
 * Tells of somebody who asks for a person, as was chosen on this device: by the desktop, by a sound, or not at all. `onOpen` is
 * called when what the desktop shows is pressed.
 */
export function alertOf(
  { sessionId, userName, topic }: HubEventPayload<"NewSupportRequest">,
  onOpen: (sessionId: string) => void,
): void {
  const choice = readChoice();
  if (choice.sound) beep();
  if (choice.desktop && "Notification" in window && Notification.permission === "granted") {
    // One per session, however often it asks.
    const told = new Notification("New support request", { body: `${userName}: ${topic}`, tag: sessionId });
    told.addEventListener("click", () => {
      window.focus();
      told.close();
      onOpen(sessionId);
    });
  }
}

/** The choice of how to be told: off until chosen, on this device. Only who may claim is told. */
export function useAlerts() {
  const mayClaim = usePolicy("support:claim");
  const [choice, setChoice] = useState(readChoice);
  const [isBlocked, setBlocked] = useState(false);

  async function change(next: AlertChoice): Promise<void> {
    setBlocked(false);
    let { desktop } = next;
    if (desktop && !choice.desktop) {
      desktop = "Notification" in window && (await Notification.requestPermission()) === "granted";
      setBlocked(!desktop);
    }
    const kept = { ...next, desktop };
    localStorage.setItem(KEY, JSON.stringify(kept));
    setChoice(kept);
    if (next.sound && !choice.sound) beep();
  }
  return { mayClaim, choice, isBlocked, change };
}

/** Two short tones, made here: no file is loaded. */
function beep(): void {
  const context = new AudioContext();
  const gain = context.createGain();
  gain.gain.value = 0.06;
  gain.connect(context.destination);
  for (const [at, frequency] of [
    [0, 660],
    [0.14, 880],
  ] as const) {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start(context.currentTime + at);
    tone.stop(context.currentTime + at + 0.12);
    if (at > 0) tone.addEventListener("ended", () => void context.close());
  }
}
