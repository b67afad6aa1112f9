import { type PaidFixedFee, paidCents } from '../../core/fixed-charges/fees-of-earlier-plans.js';
import type { ZonedWindow } from '../../core/time/window-dates.js';
import { windowOf } from '../../modules/invoices/records/fees/invoiced-fee.js';
import type { EarlierPaidFee, SubscribedFixedCharge } from '../billing-records/load-fixed-charges.js';

/**
 * The amounts that earlier plans of a chain were paid in advance for the days of a window: one pot per add-on, which
 * the prorated fixed charges on that add-on draw from in the order of the plan. Source:
 * fixed-charges-and-commitments.md §6.6.
 */
export class PrepaidAddOns {
  private readonly potsCents = new Map<string, bigint>();

  constructor(
    private readonly window: ZonedWindow,
    private readonly currency: string,
  ) {}

  /**
   * Takes as much of an amount as is left in the pot of the fixed charge's add-on.
   * @returns the cents taken.
   */
  take({ addOn, earlierPaidFees }: SubscribedFixedCharge, amountCents: bigint): bigint {
    const left = this.potsCents.get(addOn.id) ?? paidCents(this.paidIn(earlierPaidFees), this.window);
    const taken = amountCents < left ? amountCents : left;
    this.potsCents.set(addOn.id, left - taken);
    return taken;
  }

  private paidIn(fees: readonly EarlierPaidFee[]): PaidFixedFee[] {
    return fees
      .filter(({ fee }) => fee.currency === this.currency)
      .map((paid) => {
        const { amountCents, createdAt } = paid.fee;
        const paidFrom = createdAt < paid.paidFrom ? paid.paidFrom : createdAt;
        return { amountCents, paidFrom, window: windowOf(paid) };
      });
  }
}
