// Rounds, medians and tables. A single figure from a busy machine means little. So every variant runs once per round, in
// an order that rotates, and the report shows ratios between variants of the same round: their minimum, median and
// maximum over all rounds.

/** Results of one run of a variant, by column title. */
export type Figures = Readonly<Record<string, number>>;

export interface Variant {
  readonly name: string;
  readonly run: () => Promise<Figures>;
}

/** A figure of one variant, divided by the same figure of another if `by` names one, and the value to aim for. */
export interface Ratio {
  readonly figure: string;
  readonly of: string;
  readonly by?: string;
  readonly aim?: { readonly atLeast: number } | { readonly atMost: number };
}

export interface Benchmark {
  readonly title: string;
  readonly variants: readonly Variant[];
  readonly ratios: readonly Ratio[];
  /** Runs after every round. @throws Error when the data that the round wrote is wrong. */
  readonly check: () => Promise<void>;
  /** Runs after the last round. */
  readonly end?: () => Promise<void>;
}

/** The figures of each round, by variant. */
type Rounds = ReadonlyMap<string, Figures[]>;

/** Runs a benchmark, after one warm-up round that is not counted, and prints its tables. */
export async function report(benchmark: Benchmark, rounds: number): Promise<void> {
  console.log(`\n### ${benchmark.title}\n`);
  const results = await alternate(benchmark, rounds).finally(benchmark.end);
  console.log(figureTable(results));
  if (benchmark.ratios.length > 0) console.log(ratioTable(results, benchmark.ratios));
}

async function alternate({ variants, check }: Benchmark, rounds: number): Promise<Rounds> {
  const results = new Map(variants.map(({ name }) => [name, [] as Figures[]]));
  for (let round = 0; round <= rounds; round += 1) {
    const first = round % variants.length;
    for (const { name, run } of [...variants.slice(first), ...variants.slice(0, first)]) {
      const figures = await run();
      if (round > 0) results.get(name)?.push(figures);
    }
    await check();
  }
  return results;
}

function figureTable(results: Rounds): string {
  const columns = [...new Set([...results.values()].flat().flatMap((figures) => Object.keys(figures)))];
  return table([
    ['median (min..max)', ...columns],
    ...[...results].map(([name, rounds]) => [
      name,
      ...columns.map((column) => spreadText(rounds.map((figures) => figures[column]))),
    ]),
  ]);
}

function ratioTable(results: Rounds, ratios: readonly Ratio[]): string {
  return table([
    ['ratio', 'min', 'median', 'max', 'aim', ''],
    ...ratios.map(({ figure, of, by, aim }) => {
      const divisor = (round: number) => (by === undefined ? 1 : (results.get(by)?.[round]?.[figure] ?? NaN));
      const perRound = (results.get(of) ?? []).map(
        (figures, round) => (figures[figure] ?? NaN) / divisor(round),
      );
      const { min, median, max } = spread(perRound);
      return [
        `${figure}: ${of}${by === undefined ? '' : ` / ${by}`}`,
        ...[min, median, max].map(number),
        ...verdict(median, aim),
      ];
    }),
  ]);
}

function verdict(median: number, aim: Ratio['aim']): [aim: string, verdict: string] {
  if (aim === undefined) return ['', ''];
  const met = 'atLeast' in aim ? median >= aim.atLeast : median <= aim.atMost;
  const text = 'atLeast' in aim ? `≥ ${aim.atLeast}` : `≤ ${aim.atMost}`;
  return [text, met ? 'met' : 'missed'];
}

function spreadText(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return '';
  const { min, median, max } = spread(known);
  return `${number(median)} (${number(min)}..${number(max)})`;
}

function spread(values: readonly number[]): { min: number; median: number; max: number } {
  return { min: Math.min(...values), median: percentile(values, 0.5), max: Math.max(...values) };
}

/** The value that the share of all values does not exceed; the median of an even number is the upper of two. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Three significant digits: 45.3, 0.531, 52,300. */
function number(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

/** A Markdown table, ready to paste into the README. */
export function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line), ''].join('\n');
}
