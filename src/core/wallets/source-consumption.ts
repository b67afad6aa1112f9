/** Credits of a wallet that are not used up: a settled inbound transaction. */
export interface CreditSource {
  readonly id: string;
  readonly kind: 'granted' | 'purchased';
  /** 1 is used first. */
  readonly priority: number;
  readonly remainingCents: bigint;
  readonly createdAt: Date;
}

/** What is used of a source; always positive. */
export interface ConsumedPart<Source> {
  readonly source: Source;
  readonly amountCents: bigint;
}

/**
 * Uses sources in their order: by priority, granted before purchased, the oldest first.
 * @throws RangeError when the sources do not cover the amount: the balance of a wallet is what is left of its sources.
 * Source: wallets.md §4.
 */
export function consumeSources<Source extends CreditSource>(
  sources: readonly Source[],
  amountCents: bigint,
): ConsumedPart<Source>[] {
  const parts: ConsumedPart<Source>[] = [];
  let leftCents = amountCents;
  for (const source of sources.toSorted(byUse)) {
    const part = source.remainingCents < leftCents ? source.remainingCents : leftCents;
    if (part <= 0n) continue;
    parts.push({ source, amountCents: part });
    leftCents -= part;
  }
  if (leftCents > 0n) throw new RangeError('The sources of a wallet do not cover what is used of it.');
  return parts;
}

function byUse(one: CreditSource, other: CreditSource): number {
  return (
    one.priority - other.priority ||
    Number(one.kind === 'purchased') - Number(other.kind === 'purchased') ||
    one.createdAt.getTime() - other.createdAt.getTime() ||
    (one.id < other.id ? -1 : 1)
  );
}

/** What an invoice was paid with, by the origin of the credits; null instead of 0. Source: wallets.md §4. */
export function partsByKind(parts: readonly ConsumedPart<CreditSource>[]): {
  readonly grantedCents: bigint | null;
  readonly purchasedCents: bigint | null;
} {
  const of = (kind: CreditSource['kind']) =>
    parts.reduce(
      (total, { source, amountCents }) => (source.kind === kind ? total + amountCents : total),
      0n,
    ) || null;
  return { grantedCents: of('granted'), purchasedCents: of('purchased') };
}
