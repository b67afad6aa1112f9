import { progressiveCredit } from '../../../core/progressive-billing.js';
import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { allowsDeduction, partsOf } from '../composing/invoice-kinds.js';
import type { PlannedInvoice } from '../composing/planned-invoice.js';
import { creditableUsageCents, type ProgressiveCreditUse } from '../composing/progressive-credit.js';
import type { OverbilledUsage, ProgressiveNotes } from '../composing/progressive-notes.js';
import type { FeeService } from '../records/fee.service.js';
import { progressiveInvoiceRepository } from '../records/progressive-invoice.repository.js';

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

interface Dependencies {
  readonly fees: FeeService;
  readonly progressiveNotes: ProgressiveNotes;
}

/**
 * Computes what invoices are credited for usage that was billed progressively. The caller has locked the customers.
 * Source: progressive-billing.md §5.
 */
export class ProgressiveCredits {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * The credits of each invoice, in order. Issues credit notes for what was billed progressively and not used.
   * @throws AppError as `ProgressiveNotes.credit`.
   */
  async prepare(tx: Tx, actor: Actor, invoices: readonly CreditedInvoice[]): Promise<PreparedCredits> {
    const { fees, progressiveNotes } = this.dependencies;
    const { organizationId } = actor;
    const usage = invoices.map(({ planned }) =>
      allowsDeduction(planned, 'progressiveBillingCredit')
        ? partsOf(planned).flatMap((part) =>
            part.windows.charges === null ? [] : [{ part, at: part.windows.charges.from }],
          )
        : [],
    );
    const queries = usage.flatMap((parts) =>
      parts.map(({ part, at }) => ({ subscriptionId: part.subscription.id, at })),
    );
    const found = (await progressiveInvoiceRepository.findLast(tx, organizationId, queries)).values();
    const last = usage.map((parts) =>
      parts.map((each) => ({ ...each, billed: found.next().value?.invoice ?? null })),
    );
    const progressiveIds = [
      ...new Set(last.flatMap((parts) => parts.flatMap(({ billed }) => billed?.id ?? []))),
    ];
    if (progressiveIds.length === 0) return { uses: invoices.map(() => []), isCredited: false };
    const exceptOn = invoices.flatMap(({ draftId }) => draftId ?? []);
    const [billedFees, granted, noted] = await Promise.all([
      fees.ofInvoices(tx, actor, progressiveIds),
      progressiveInvoiceRepository.sumGranted(tx, organizationId, { progressiveIds, exceptOn }),
      progressiveNotes.notedCents(tx, actor, progressiveIds),
    ]);
    const overbilled: OverbilledUsage[] = [];
    const uses = last.map((parts) =>
      parts.flatMap(({ part, billed: invoice }) => {
        if (invoice === null) return [];
        const own = billedFees.get(invoice.id) ?? [];
        const { creditCents, excessCents } = progressiveCredit(
          {
            feesCents: invoice.feesAmountCents,
            couponsCents: invoice.couponsAmountCents,
            grantedCents: granted.get(invoice.id) ?? 0n,
            notedCents: noted.get(invoice.id) ?? 0n,
          },
          creditableUsageCents(part, own),
        );
        // Of several invoices of one transaction, each is credited what those before it have left.
        granted.set(invoice.id, (granted.get(invoice.id) ?? 0n) + creditCents + excessCents);
        if (excessCents > 0n) overbilled.push({ invoiceId: invoice.id, excessCents });
        return [{ invoice, creditCents, fees: own }];
      }),
    );
    const isCredited = overbilled.length > 0;
    if (isCredited) await progressiveNotes.credit(tx, actor, overbilled);
    return { uses, isCredited };
  }
}
