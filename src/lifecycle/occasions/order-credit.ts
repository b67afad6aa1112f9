import { localDate } from '../../core/time/calendar.js';
import { centsBeforeChange, endsBeforeChange } from '../../core/credit-notes/days-before-change.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { allAsCredit } from '../../modules/credit-notes/composing/credit-note-composition.js';
import type { CreditNoteIssuing } from '../../modules/credit-notes/issuing/credit-note-issuing.service.js';
import { amountsOf } from '../../modules/credit-notes/composing/credit-source.js';
import { windowOf } from '../../modules/invoices/records/fees/invoiced-fee.js';
import type { Invoice } from '../../modules/invoices/records/invoice.table.js';
import type { FixedChargeService } from '../../modules/plans/fixed-charges/fixed-charge.service.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';

/**
 * Credits the fees of a gated change of plan for the days between the order and the payment: the previous plan ran on
 * those days, and was paid for them. Source: subscriptions.md §12, credit-notes.md §5.1; docs/adr/0023.
 */
export class OrderCredit {
  constructor(
    private readonly creditNotes: CreditNoteIssuing,
    private readonly fixedCharges: FixedChargeService,
  ) {}

  /**
   * Issues the credit note of a subscription that has begun in this transaction, if its invoice paid for such days.
   * @param invoice the invoice that was paid for it, now final.
   * @returns true if each fee of the invoice also pays for days from the change on; otherwise the period in progress is
   *   still to be billed, at least in part.
   */
  async issue(
    tx: Tx,
    actor: Actor,
    { terms }: SubscriptionContext,
    { id, timezone }: Invoice,
  ): Promise<boolean> {
    const locked = await this.creditNotes.lock(tx, actor, id);
    const { source } = locked;
    const prorated = await this.fixedCharges.proratedAmong(
      tx,
      actor,
      source.fees.flatMap(({ fee }) => fee.fixedChargeId ?? []),
    );
    const changeOn = localDate(terms.startedAt, terms.timezone);
    const given = source.fees.map((fee) => {
      const isPerDay = fee.fee.feeType === 'subscription' || prorated.has(fee.fee.fixedChargeId ?? '');
      const window = windowOf({ fee: fee.fee, timezone });
      const paid = { window, timezone, amountCents: fee.fee.amountCents, isPerDay };
      return {
        fee,
        amountCents: centsBeforeChange(changeOn, paid),
        isOver: endsBeforeChange(changeOn, paid),
      };
    });
    const items = given.filter(({ amountCents }) => amountCents.gt(0));
    if (items.length > 0) {
      const amounts = amountsOf(source, items);
      await this.creditNotes.issue(tx, actor, locked, {
        reason: 'order_change',
        description: null,
        metadata: null,
        items,
        amounts,
        parts: allAsCredit(amounts),
      });
    }
    return !given.some(({ isOver }) => isOver);
  }
}
