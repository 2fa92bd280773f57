import type { ComparedFigure } from "@forestay/contracts/wire";

/** The first difference that is more than chance, in a sentence: of leaving first. */
export function comparedTitle(figures: readonly ComparedFigure[]): string {
  const clear = (key: ComparedFigure["key"]) => {
    const figure = figures.find((one) => one.key === key);
    const { difference, inside, outside } = figure ?? {};
    if (!difference || !inside || !outside) return null;
    return difference.low > 0 || difference.high < 0
      ? { inside: inside.value, outside: outside.value }
      : null;
  };
  const churn = clear("churnRate");
  if (churn !== null && churn.outside > 0)
    return `They are expected to leave ${timesWords(churn.inside / churn.outside)}`;
  const left = clear("hasLeft");
  if (left !== null && left.outside > 0) return `They have left ${timesWords(left.inside / left.outside)}`;
  const revenue = clear("monthlyRevenue");
  if (revenue !== null)
    return `They pay ${revenue.inside > revenue.outside ? "more" : "less"} than everyone else`;
  return "No clear difference from everyone else";
}

/** "more than five times as often as everyone else". */
function timesWords(times: number): string {
  const others = "everyone else";
  if (times >= 1.95) {
    const whole = Math.floor(times);
    const words = [
      "twice",
      "three times",
      "four times",
      "five times",
      "six times",
      "seven times",
      "eight times",
    ];
    const word = whole >= 2 && whole <= 8 ? words[whole - 2] : `${whole} times`;
    return `${times - whole > 0.1 ? "more than " : ""}${word} as often as ${others}`;
  }
  if (times >= 1) return `more often than ${others}`;
  return times <= 0.55
    ? `less than ${times <= 0.33 ? "a third" : "half"} as often as ${others}`
    : `less often than ${others}`;
}
