import {
  currenciesOverThreshold,
  dueCurrencies,
  fullHourFrom,
  isFinished,
  nextAttemptAt,
  type OverdueBalances,
} from '../../core/dunning.js';
import type { Customer } from '../../modules/customers/records/customer.table.js';
import type { DunnedBy } from '../../modules/dunning-campaigns/dunning-campaign.changes.js';
import { termsOf } from '../../modules/dunning-campaigns/dunning-campaign.rules.js';
import type { AppliedDunning } from '../../modules/dunning-campaigns/dunning-campaign.service.js';
import type { CustomerDunning } from '../../modules/dunning-campaigns/dunning-campaign.table.js';
import { DUNNING_WORK } from '../../modules/dunning-campaigns/dunning-work.js';
import type { Invoice } from '../../modules/invoices/records/invoice.table.js';
import { dueCents } from '../../modules/invoices/settlement/invoice-dues.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { DunningNeeds } from './dunning.needs.js';
import type { OverdueBalance } from './dunning.changes.js';

/** Makes the attempts of dunning campaigns, at full hours. Source: payments.md §12. */
export class DunningAttempts {
  constructor(
    private readonly needs: Pick<
      DunningNeeds,
      'testClocks' | 'customers' | 'customerLocks' | 'dunningCampaigns' | 'paymentRequests' | 'changes'
    >,
  ) {}

  /** Considers an attempt for each customer, and schedules the next one. */
  readonly attemptDue: DueWorkHandler = async (tx, actor, { subjectIds, dueAt }) => {
    const { customers, dunningCampaigns } = this.needs;
    const found = [...(await customers.getMany(tx, actor, subjectIds)).values()];
    const dunned = found.filter(({ deletedAt }) => deletedAt === null);
    const applied = await dunningCampaigns.appliedTo(tx, actor, dunned);
    for (const customer of dunned) {
      const dunning = await dunningCampaigns.dunningOf(tx, actor, customer.id);
      const own = applied.get(customer.id);
      if (own !== undefined && !dunning.excluded)
        await this.attempt(tx, actor, { customer, ...own }, dunning, dueAt);
    }
  };

  /** Schedules attempts at the next full hour for customers whom a change of dunning affects. */
  async scheduleForTerms(tx: Tx, actor: Actor, of: DunnedBy): Promise<void> {
    const { customerLocks, dunningCampaigns } = this.needs;
    const ids = await dunningCampaigns.overdueCustomers(tx, actor, of);
    if (ids.length === 0) return;
    // Due work refers to its customer, which may be deleted with its test clock at the same time.
    await this.schedule(tx, actor, await customerLocks.keepMany(tx, actor, ids));
  }

  /** Schedules attempts for customers whose invoices became overdue, as far as a campaign applies to them. */
  async scheduleForOverdue(tx: Tx, actor: Actor, customers: readonly Customer[]): Promise<void> {
    const distinct = [...new Map(customers.map((customer) => [customer.id, customer])).values()];
    const applied = await this.needs.dunningCampaigns.appliedTo(tx, actor, distinct);
    await this.schedule(
      tx,
      actor,
      distinct.filter(({ id }) => applied.has(id)),
    );
  }

  /** Resets the attempts in the currency of an overdue invoice that was dunned and is now paid. */
  async resetAttempts(
    tx: Tx,
    actor: Actor,
    { invoice, customer }: { invoice: Invoice; customer: Customer },
  ): Promise<void> {
    const { dunningCampaigns, paymentRequests } = this.needs;
    if (!(await paymentRequests.isDunned(tx, actor, invoice.id))) return;
    await dunningCampaigns.resetCurrency(tx, actor, customer.id, invoice.currency);
    await this.scheduleForTerms(tx, actor, { customerId: customer.id });
  }

  private async attempt(
    tx: Tx,
    actor: Actor,
    { customer, campaign, assignment }: AppliedDunning & { readonly customer: Customer },
    stored: CustomerDunning,
    now: Date,
  ): Promise<void> {
    const { changes, dunningCampaigns } = this.needs;
    const terms = termsOf(campaign);
    const invoices = await dunningCampaigns.overdueInvoices(tx, actor, customer.id);
    const balances = balancesOf(invoices);
    const before = currentDunning(stored, { campaign, assignment }, currenciesOverThreshold(terms, balances));
    const currencies = dueCurrencies(terms, before, balances, now);
    const attempts = { ...before.attempts };
    for (const currency of currencies) attempts[currency] = (attempts[currency] ?? 0) + 1;
    const after = { ...before, attempts, lastAttemptAt: currencies.length > 0 ? now : before.lastAttemptAt };
    await dunningCampaigns.save(tx, after);
    for (const currency of currencies) {
      const owed = invoices.filter((invoice) => invoice.currency === currency);
      for (const ofEntity of Map.groupBy(owed, ({ billingEntityId }) => billingEntityId).values()) {
        await this.needs.paymentRequests.request(tx, actor, {
          customer,
          invoices: ofEntity,
          email: customer.email,
          paymentMethodType: null,
          paymentMethodId: null,
          dunningCampaignId: campaign.id,
          bccEmails: campaign.bccEmails,
          now,
        });
      }
    }
    if (isFinished(terms, after)) {
      if (currencies.length === 0) return;
      const type = 'dunning_campaign.finished';
      await changes.announce(tx, actor, { type, campaign, customer, balances: listed(balances, customer) });
    } else if (after.lastAttemptAt !== null) {
      const next = nextAttemptAt(terms, after.lastAttemptAt);
      // Once the pause is over, nothing is due before the balance or the campaign changes.
      if (next > now) await schedule(tx, actor, customer, next);
    }
  }

  private async schedule(tx: Tx, actor: Actor, customers: readonly Customer[]): Promise<void> {
    if (customers.length === 0) return;
    const clockIds = [...new Set(customers.map(({ testClockId }) => testClockId))];
    const nows = await this.needs.testClocks.nows(tx, actor, clockIds);
    for (const customer of customers) {
      const now = expectPresent(
        nows.get(customer.testClockId),
        `the current time of customer ${customer.id}`,
      );
      await schedule(tx, actor, customer, fullHourFrom(now));
    }
  }
}

/**
 * The dunning under an assignment. The attempts of another assignment do not count, nor do those before a change of thresholds
 * after which none is reached.
 */
function currentDunning(
  stored: CustomerDunning,
  { campaign, assignment }: AppliedDunning,
  reached: readonly string[],
): CustomerDunning {
  const current = { assignmentId: assignment.id, thresholdsVersion: campaign.thresholdsVersion };
  const isOther = stored.assignmentId !== assignment.id;
  const isOutdated = stored.thresholdsVersion !== campaign.thresholdsVersion && reached.length === 0;
  if (!isOther && !isOutdated) return { ...stored, ...current };
  return { ...stored, ...current, attempts: {}, lastAttemptAt: null };
}

function balancesOf(invoices: readonly Invoice[]): OverdueBalances {
  const byCurrency = Map.groupBy(invoices, ({ currency }) => currency);
  return new Map(
    [...byCurrency].map(([currency, owed]) => [
      currency,
      owed.reduce((sum, invoice) => sum + dueCents(invoice), 0n),
    ]),
  );
}

/** The balances, that in the customer's own currency first, the others by currency. */
function listed(balances: OverdueBalances, customer: Customer): OverdueBalance[] {
  const rank = ({ currency }: OverdueBalance) => `${currency === customer.currency ? '0' : '1'} ${currency}`;
  return [...balances]
    .map(([currency, amountCents]) => ({ currency, amountCents }))
    .toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
}

function schedule(tx: Tx, actor: Actor, { id, testClockId }: Customer, dueAt: Date): Promise<void> {
  const work = { kind: 'dunning_attempt', subjectId: id, customerId: id, testClockId, dueAt } as const;
  return DUNNING_WORK.schedule(tx, actor, [work]);
}
