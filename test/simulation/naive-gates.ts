// Activation by payment in the naive model. Source: subscriptions.md §12.
import type { History } from './history.js';
import { roundHalfUp } from './naive-fees.js';
import { feesOf, IN_ADVANCE, type Invoice, iso, NaiveInvoices, part } from './naive-invoices.js';
import type { NaiveSubscription, Use } from './naive-subscriptions.js';
import { nameOf } from './requests.js';

const HOUR_MS = 3_600_000;

export class NaiveGates extends NaiveInvoices {
  /** Events of charges in advance that arrived while activation of their subscription was pending payment. */
  protected waiting: Use[] = [];
  private readonly open = new Map<NaiveSubscription, Invoice>();

  /**
   * @param pendingPayment the `gateName` of every subscription whose activation was pending payment. The model can
   *   compute that an amount is due, but not whether credit notes covered it.
   */
  constructor(
    history: History,
    startsAt: number,
    private readonly pendingPayment: ReadonlySet<string>,
  ) {
    super(history, startsAt);
  }

  protected incomplete(chain: number): NaiveSubscription | null {
    return this.lives.find((life) => life.chain === chain && life.status === 'incomplete') ?? null;
  }

  protected giveFirstSeats(life: NaiveSubscription): void {
    const { seats } = life.plan;
    if (seats !== null) life.seats.push({ units: life.ownUnits ?? seats.units, from: life.startedAt });
  }

  /**
   * Makes the activation of a subscription wait for its payment.
   * @returns false, without any effect, if nothing has to be paid.
   */
  protected startPaymentHold(life: NaiveSubscription, startedAt: number): boolean {
    if (life.gate === null) return false;
    const { startedAt: formerStart, isUpgrade } = life;
    life.status = 'incomplete';
    life.startedAt = startedAt;
    life.isUpgrade = life.previous !== null;
    this.giveFirstSeats(life);
    const starting = this.starting(life);
    const isOfPlan = life.previous !== null || (life.plan.payInAdvance && !this.isInTrial(life));
    const isDue = feesOf(starting?.lines ?? []).some(([, , , cents]) => cents > 0);
    const isPendingPayment = this.pendingPayment.has(gateName(nameOf(life.chain), life.plan.code, startedAt));
    if (isPendingPayment && !isDue)
      throw new Error(`Nothing is due of ${life.plan.code} at ${iso(startedAt)}.`);
    if (!isPendingPayment || starting === null) {
      Object.assign(life, {
        status: 'pending',
        startedAt: formerStart,
        isUpgrade,
        lastFee: null,
        seats: [],
        paid: [],
      });
      return false;
    }
    const invoice: Invoice = {
      at: this.now,
      billedAt: this.now,
      billedOn: this.today().toString(),
      finalAt: null,
      progress: null,
      isVoided: false,
      isRegenerated: false,
      parts: [isOfPlan ? starting : { ...starting, reason: IN_ADVANCE, window: null }],
    };
    this.finalize(invoice);
    this.open.set(life, invoice);
    life.givenUpAt = life.gate === 0 ? null : this.now + life.gate * HOUR_MS;
    return true;
  }

  /** Activates the subscription, issues its invoice, and bills the waiting events. */
  protected activate(life: NaiveSubscription): void {
    life.status = 'active';
    const invoice = this.open.get(life);
    if (invoice === undefined) throw new Error('What waits for its payment has an invoice.');
    this.invoices.push(invoice);
    const uses = this.waiting.filter(({ chain }) => chain === life.chain);
    this.dropWaiting(life);
    for (const use of uses) this.billPing(life, use);
  }

  protected giveUp(life: NaiveSubscription): void {
    life.status = 'canceled';
    this.dropWaiting(life);
  }

  protected billPing(life: NaiveSubscription, { at }: Use): void {
    const price = life.plan.prices.pings;
    if (price === null) return;
    const [from] = this.clamp(life, this.chargePeriodsOf(life).holding(this.dayOf(at)), null);
    const cents = roundHalfUp(price, 10);
    const line = { from, counts: true, fee: () => ['charge', 'pings', 1, cents] as const };
    this.issue(this.now, [part(life, IN_ADVANCE, null, [line])]);
  }

  private dropWaiting({ chain }: NaiveSubscription): void {
    this.waiting = this.waiting.filter((use) => use.chain !== chain);
  }
}

/** Identifies a subscription that is pending payment in several organizations. */
export function gateName(subscription: string, plan: string, startedAt: number): string {
  return `${subscription} on ${plan} from ${iso(startedAt)}`;
}
