import { isDeepStrictEqual } from 'node:util';
import type { RequestedCommitment } from '../commitments/minimum-commitment.rules.js';
import type { RequestedThreshold } from '../usage-thresholds/usage-threshold.rules.js';

/** The codes of the taxes of records, by record id; records without taxes are omitted. */
type TaxCodes = ReadonlyMap<string, readonly string[]>;

/** What a plan has besides its own values, its charges and its fixed charges. */
export interface PlanLists {
  readonly taxCodes: readonly string[];
  readonly chargeTaxCodes: TaxCodes;
  readonly fixedChargeTaxCodes: TaxCodes;
  readonly commitment: (RequestedCommitment & { readonly taxCodes: readonly string[] }) | null;
  readonly thresholds: readonly RequestedThreshold[];
}

/** What a copy of a plan gets from an edit; undefined: unchanged. */
export interface FollowedLists {
  readonly taxCodes: readonly string[] | undefined;
  readonly chargeTaxCodes: TaxCodes;
  readonly fixedChargeTaxCodes: TaxCodes;
  /** Null: none. */
  readonly commitment: RequestedCommitment | null | undefined;
  readonly thresholds: readonly RequestedThreshold[] | undefined;
}

/** The ids of the sold plan's charges or fixed charges, by those of their copies. */
export type Parents = ReadonlyMap<string, string>;

export interface ListEdit {
  readonly before: PlanLists;
  readonly after: PlanLists;
}

/**
 * Applies an edit of a sold plan to the taxes, the commitment and the thresholds of a copy, where these are still as they
 * were before the edit. Source: subscriptions.md §10.
 */
export function followLists(
  own: PlanLists,
  { before, after }: ListEdit,
  { charges, fixedCharges }: { readonly charges: Parents; readonly fixedCharges: Parents },
): FollowedLists {
  return {
    // A copy has no taxes of its own until an override names some (§9).
    taxCodes: followed(
      own.taxCodes.length === 0 ? before.taxCodes : own.taxCodes,
      before.taxCodes,
      after.taxCodes,
    ),
    chargeTaxCodes: followedTaxes(charges, own.chargeTaxCodes, before.chargeTaxCodes, after.chargeTaxCodes),
    fixedChargeTaxCodes: followedTaxes(
      fixedCharges,
      own.fixedChargeTaxCodes,
      before.fixedChargeTaxCodes,
      after.fixedChargeTaxCodes,
    ),
    commitment: followedCommitment(own.commitment, before.commitment, after.commitment),
    // Without thresholds of its own, a copy has those of the sold plan (progressive-billing.md §1).
    thresholds:
      own.thresholds.length === 0 ? undefined : followed(own.thresholds, before.thresholds, after.thresholds),
  };
}

/** The value after an edit, if the edit changed it and the copy had the value from before; else undefined. */
function followed<Value>(own: Value, before: Value, after: Value): Value | undefined {
  return isSame(own, before) && !isSame(before, after) ? after : undefined;
}

function followedTaxes(parents: Parents, own: TaxCodes, before: TaxCodes, after: TaxCodes): TaxCodes {
  return new Map(
    [...parents].flatMap(([copyId, id]) => {
      const codes = followed(own.get(copyId) ?? [], before.get(id) ?? [], after.get(id) ?? []);
      return codes === undefined ? [] : [[copyId, codes] as const];
    }),
  );
}

/** Each member of a commitment follows by itself; one that is new or removed, as a whole. */
function followedCommitment(
  own: PlanLists['commitment'],
  before: PlanLists['commitment'],
  after: PlanLists['commitment'],
): RequestedCommitment | null | undefined {
  if (isSame(before, after)) return undefined;
  if (own === null || before === null || after === null) return followed(own, before, after);
  const { amountCents, invoiceDisplayName } = own;
  return {
    amountCents: followed(amountCents, before.amountCents, after.amountCents) ?? amountCents,
    invoiceDisplayName: isSame(invoiceDisplayName, before.invoiceDisplayName)
      ? after.invoiceDisplayName
      : invoiceDisplayName,
    taxCodes: followed(own.taxCodes, before.taxCodes, after.taxCodes),
  };
}

/** Lists are the same in any order. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(inOrder(one), inOrder(other));
}

function inOrder(value: unknown): unknown {
  return Array.isArray(value)
    ? value.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1))
    : value;
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'bigint' ? String(member) : member,
  );
}
