import { Big } from '../../../core/money/decimal.js';
import { hasVisibleText } from '../../../core/visible-text.js';
import type { BilledSubscription, FeeFacts } from '../facts/document-facts.js';
import { chargeDetails, type DetailWriter } from './charge-details.js';
import type { Line, LineDetail } from './document-content.js';

/** The most characters of a name or description that a document shows; texts of records are not that short. */
const MOST_CHARACTERS = 400;

/** @param trueUps the true-ups of the fee's charge, shown below it. @param within the block that the line stands in. */
export function feeLine(
  fee: FeeFacts,
  trueUps: readonly FeeFacts[],
  within: BilledSubscription | null,
  writer: DetailWriter,
): Line {
  const { formats } = writer;
  const details = chargeDetails(fee, writer);
  return {
    description: nameOf(fee),
    remarks: [...descriptionOf(fee), ...periodOf(fee, within, writer)],
    units: formats.number(new Big(fee.units)),
    // Beside tiers, packages or percentages it would be an average, which nobody has agreed to.
    unitPrice: details.length > 0 ? '' : formats.price(new Big(fee.preciseUnitAmount)),
    taxRate: formats.percentage(new Big(fee.taxesRatePercent)),
    amount: formats.amount(fee.amountCents),
    details: [...details, ...trueUps.map((trueUp) => trueUpLine(trueUp, writer))],
  };
}

/** A true-up has an amount of its own: the line that it stands below does not contain it. */
function trueUpLine({ amountCents }: FeeFacts, { formats, wording }: DetailWriter): LineDetail {
  return {
    description: wording.minimumSpend,
    units: '',
    unitPrice: '',
    amount: `+ ${formats.amount(amountCents)}`,
  };
}

/** The display name, that of the filter, and the values of the group. Source: documents-and-emails.md §2. */
export function nameOf({
  invoiceDisplayName,
  filterDisplayName,
  groupedBy,
}: Pick<FeeFacts, 'filterDisplayName' | 'groupedBy' | 'invoiceDisplayName'>): string {
  const group = Object.values(groupedBy).filter((value) => value !== null);
  const parts = [invoiceDisplayName, filterDisplayName ?? '', group.join(', ')];
  return shortened(parts.filter(hasVisibleText).join(' · '));
}

/** Descriptions belong to add-ons that are billed once; those of plans and metrics are for the seller. */
function descriptionOf({ feeType, itemDescription }: FeeFacts): string[] {
  return feeType === 'add_on' && itemDescription !== null && itemDescription !== ''
    ? [shortened(itemDescription)]
    : [];
}

/** The period of a fee, unless it is an instant or that of the block. */
function periodOf(
  { feeType, fromAt, toAt }: FeeFacts,
  within: BilledSubscription | null,
  { formats }: DetailWriter,
): string[] {
  if (feeType === 'credit' || fromAt === null || toAt === null) return [];
  const isInstant = toAt.getTime() - fromAt.getTime() <= 1_000;
  const isOfBlock = within?.from.getTime() === fromAt.getTime() && within.to.getTime() === toAt.getTime();
  return isInstant || isOfBlock ? [] : [formats.period({ from: fromAt, to: toAt })];
}

export function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= MOST_CHARACTERS
    ? text
    : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}
