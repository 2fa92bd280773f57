import type { CalculatorAnswer } from "@forestay/metrics";
import { Copy, Download, Link2, Printer } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { copyText } from "@/lib/copy-text.ts";
import { saveText } from "@/lib/save-text.ts";
import { toQuery } from "./calculator-state.ts";
import type { CalculatorState } from "./calculator-state.ts";
import { certainty, csvOf, headline } from "./calculator-words.ts";

function Action({ icon, children, onPress }: { icon: ReactNode; children: ReactNode; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex h-8.5 items-center gap-2 rounded-control border border-line-strong bg-sheet px-3 text-ui font-strong text-ink hover:bg-hover touch:h-11 [&_svg]:size-4"
    >
      {icon}
      {children}
    </button>
  );
}

/** Takes the answer along: its address, its sentences, a file, paper. */
export function AnswerActions({ state, answer }: { state: CalculatorState; answer: CalculatorAnswer }) {
  const [said, setSaid] = useState("");
  const copy = async (text: string, words: string) =>
    setSaid((await copyText(text)) ? words : "This browser does not let the page copy.");
  const address = () => {
    const query = toQuery(state);
    return `${location.origin}${location.pathname}${query === "" ? "" : `?${query}`}`;
  };
  const sentences = () =>
    [headline(answer, state.months), certainty(answer), address()].filter(Boolean).join("\n");
  return (
    <div className="flex flex-wrap items-center gap-2 px-5 py-4 md:px-7 print:hidden">
      <Action icon={<Link2 aria-hidden />} onPress={() => void copy(address(), "The link is copied.")}>
        Copy link
      </Action>
      <Action icon={<Copy aria-hidden />} onPress={() => void copy(sentences(), "The answer is copied.")}>
        Copy answer
      </Action>
      <Action icon={<Download aria-hidden />} onPress={() => saveText("churn.csv", csvOf(state, answer))}>
        CSV
      </Action>
      <Action icon={<Printer aria-hidden />} onPress={() => print()}>
        Print
      </Action>
      <span role="status" className="text-ui text-ink-2">
        {said}
      </span>
    </div>
  );
}
