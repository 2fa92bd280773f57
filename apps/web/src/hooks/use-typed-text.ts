import { useEffect, useRef, useState } from "react";

/** Long enough for a word to be typed in one go. */
const typingPauseMs = 300;

/**
 * What a field shows while somebody types, and what to do with a keystroke: `onSettle` gets the text, without blanks around
 * it, once typing pauses, so that a word is one change and not one per letter. A value that comes from elsewhere (the way
 * back in the history, "clear filters") replaces what was typed.
 */
export function useTypedText(
  value: string,
  onSettle: (value: string) => void,
): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // What is typed stays letter for letter: the address has it without the blank before the next word.
    if (typed.trim() !== value) setTyped(value);
  }
  const settle = useRef(onSettle);
  useEffect(() => {
    settle.current = onSettle;
  });
  useEffect(() => {
    const text = typed.trim();
    if (text === value) return;
    const timer = setTimeout(() => settle.current(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return [typed, setTyped];
}
