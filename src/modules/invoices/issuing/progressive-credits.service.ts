import type { Period } from '../../../core/time/period.js';
import { progressiveCredit, type ProgressivelyBilled } from '../../../core/invoicing/progressive-billing.js';
import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import { allowsDeduction, partsOf } from '../composing/invoice-kinds.js';
import type { InvoicePart, PlannedInvoice } from '../composing/planned-invoice.js';
import { creditableUsageCents, type ProgressiveCreditUse } from '../composing/progressive-credit.js';
import type { OverbilledUsage } from '../invoice.changes.js';
import type { FeeService } from '../records/fees/fee.service.js';
import {
  type CreditedPeriodQuery,
  type ProgressiveInvoice,
  progressiveInvoiceRepository,
} from '../records/periods/progressive-invoice.repository.js';

/** An invoice to be composed, and the id of the draft that it replaces. */
export interface CreditedInvoice {
  readonly planned: PlannedInvoice;
  readonly draftId: string | null;
}

/** What invoices are credited for usage that was billed progressively. */
interface PreparedCredits {
  /** For each invoice, in order. */
  readonly uses: readonly (readonly ProgressiveCreditUse[])[];
  /** True if credit notes were issued for overbilled usage. */
  readonly isCredited: boolean;
}

interface Needs extends Pick<InvoicesNeeds, 'progressiveNotes' | 'changes'> {
  readonly fees: FeeService;
}

/**
 * Computes what invoices are credited for usage that was billed progressively. The caller has locked the customers.
 * Source: progressive-billing.md §5, ADR 0096.
 */
export class ProgressiveCredits {
  constructor(private readonly needs: Needs) {}

  /**
   * The credits of each invoice, in order. Announces what was billed progressively and not used, which is credited at once.
   * @throws AppError kind `notAllowed`, `invalid_type_or_status` if a credited invoice waits for its taxes.
   */
  async prepare(tx: Tx, actor: Actor, invoices: readonly CreditedInvoice[]): Promise<PreparedCredits> {
    const { fees, progressiveNotes, changes } = this.needs;
    const { organizationId } = actor;
    const usage = invoices.map(({ planned }) =>
      allowsDeduction(planned, 'progressiveBillingCredit')
        ? partsOf(planned).flatMap((part) =>
            part.windows.charges === null
              ? []
              : [{ part, query: queryOf(planned, part, part.windows.charges) }],
          )
        : [],
    );
    const queries = usage.flatMap((parts) => parts.map(({ query }) => query));
    const found = (await progressiveInvoiceRepository.findOfPeriods(tx, organizationId, queries)).values();
    const billed = usage.map((parts) =>
      parts.map(({ part }) => ({
        part,
        progressive: expectPresent(found.next().value, 'the progressive invoices of a period'),
      })),
    );
    const progressiveIds = [
      ...new Set(
        billed.flatMap((parts) => parts.flatMap(({ progressive }) => progressive.map(({ id }) => id))),
      ),
    ];
    if (progressiveIds.length === 0) return { uses: invoices.map(() => []), isCredited: false };
    const lastIds = billed.flatMap((parts) =>
      parts.flatMap(({ progressive }) => progressive.at(-1)?.id ?? []),
    );
    const exceptOn = invoices.flatMap(({ draftId }) => draftId ?? []);
    const [billedFees, granted, noted] = await Promise.all([
      fees.ofInvoices(tx, actor, lastIds),
      progressiveInvoiceRepository.sumGranted(tx, organizationId, { progressiveIds, exceptOn }),
      progressiveNotes.notedCents(tx, actor, progressiveIds),
    ]);
    const overbilled: OverbilledUsage[] = [];
    const uses = billed.map((parts) =>
      parts.flatMap(({ part, progressive }) => {
        const last = progressive.at(-1);
        if (last === undefined) return [];
        const own = billedFees.get(last.id) ?? [];
        const capCents = creditableUsageCents(part, own);
        const { creditCents, excessCents } = progressiveCredit(
          billedBy(progressive, granted, noted),
          capCents,
        );
        // Of several invoices of one transaction, each is credited what those before it have left.
        granted.set(last.id, (granted.get(last.id) ?? 0n) + creditCents + excessCents);
        if (excessCents > 0n) {
          overbilled.push({ invoiceIds: progressive.map(({ id }) => id).toReversed(), excessCents });
        }
        const window = part.windows.charges;
        return [{ invoice: last, fees: own, creditCents, ...(window === null ? {} : { window }) }];
      }),
    );
    const isCredited = overbilled.length > 0;
    if (isCredited) await changes.announce(tx, actor, { type: 'usage.overbilled', overbilled });
    return { uses, isCredited };
  }
}

/** A regenerated invoice is credited for those that were before it when it was first issued. */
function queryOf(
  { billedAt, regenerates }: PlannedInvoice,
  { subscription }: InvoicePart,
  { from: at }: Period,
): CreditedPeriodQuery {
  return { subscriptionId: subscription.id, at, before: regenerates === undefined ? null : billedAt };
}

/**
 * What the progressive invoices of a period have billed together. The last one contains the usage of those before it, but once
 * one of them is voided or credited, not all of that has been billed.
 */
function billedBy(
  progressive: readonly ProgressiveInvoice[],
  granted: ReadonlyMap<string, bigint>,
  noted: ReadonlyMap<string, bigint>,
): ProgressivelyBilled {
  const total = (amountOf: (invoice: ProgressiveInvoice) => bigint) =>
    progressive.reduce((cents, invoice) => cents + amountOf(invoice), 0n);
  return {
    feesCents: total((each) => each.feesAmountCents - each.progressiveBillingCreditAmountCents),
    grantedCents: total(({ id }) => granted.get(id) ?? 0n),
    notedCents: total(({ id }) => noted.get(id) ?? 0n),
  };
}
