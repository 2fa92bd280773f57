/** Rank correlation from which a number is taken to add up over time. A charge per month has .25 with the months in telephone data, the total charged .89. */
const GROWS_FROM = 0.5;
/** So many records tell it as well as all. */
const MOST_RECORDS = 5000;
const FEWEST_RECORDS = 30;

/** Whether a value (NaN = not known) is the higher the longer the record runs: Spearman's rank correlation. */
export function growsWithTime(values: readonly number[], lengths: readonly number[]): boolean {
  const known = [...values.keys()].filter((row) => !Number.isNaN(values[row] ?? Number.NaN));
  const step = Math.max(1, Math.ceil(known.length / MOST_RECORDS));
  const rows = known.filter((_, at) => at % step === 0);
  if (rows.length < FEWEST_RECORDS) return false;
  return (
    correlation(ranks(rows.map((row) => values[row] ?? 0)), ranks(rows.map((row) => lengths[row] ?? 0))) >=
    GROWS_FROM
  );
}

/** Ranks from 0, ties at their mean. */
function ranks(values: readonly number[]): Float64Array {
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const rankOf = new Float64Array(values.length);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to++;
    for (let at = from; at < to; at++) rankOf[order[at] ?? 0] = (from + to - 1) / 2;
    from = to;
  }
  return rankOf;
}

/** Pearson's correlation; 0 where one of the two is constant. */
function correlation(a: Float64Array, b: Float64Array): number {
  const mean = (a.length - 1) / 2;
  let both = 0;
  let [ofA, ofB] = [0, 0];
  a.forEach((rank, row) => {
    const [da, db] = [rank - mean, (b[row] ?? 0) - mean];
    both += da * db;
    ofA += da * da;
    ofB += db * db;
  });
  return ofA === 0 || ofB === 0 ? 0 : both / Math.sqrt(ofA * ofB);
}
