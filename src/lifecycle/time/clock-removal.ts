import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { CreditNoteService } from '../../modules/credit-notes/credit-note.service.js';
import type { CustomerService } from '../../modules/customers/customer.service.js';
import type { InvoiceService } from '../../modules/invoices/invoice.service.js';
import type { PaymentService } from '../../modules/payments/payment.service.js';
import type { SubscriptionService } from '../../modules/subscriptions/subscription.service.js';
import type { TestClock } from '../../modules/test-clocks/test-clock.table.js';
import type { TestClockService } from '../../modules/test-clocks/test-clock.service.js';
import type { LifetimeUsageService } from '../../modules/usage-history/lifetime-usage.service.js';
import type { UsageRemoval } from '../../modules/usage/usage-removal.js';
import { dueWorkRepository } from '../due-work/due-work.repository.js';

interface ClockRemovalDependencies {
  readonly testClocks: TestClockService;
  readonly customers: CustomerService;
  readonly subscriptions: SubscriptionService;
  readonly usageRemoval: UsageRemoval;
  readonly invoices: InvoiceService;
  readonly creditNotes: CreditNoteService;
  readonly payments: PaymentService;
  readonly lifetimeUsage: LifetimeUsageService;
}

/** Removes test clocks with all that lives on them. Source: extensions.md §1. */
export class ClockRemoval {
  constructor(private readonly dependencies: ClockRemovalDependencies) {}

  /**
   * Deletes the clock, its customers and what they own for good: what refers goes before what it refers to. The
   * activity log and messages already queued tell of the past, and stay.
   * @returns the clock as it was.
   * @throws AppError `test_clock_not_found`.
   */
  async remove(tx: Tx, actor: Actor, id: string): Promise<TestClock> {
    const { testClocks, customers, subscriptions, usageRemoval, lifetimeUsage } = this.dependencies;
    const { invoices, creditNotes, payments } = this.dependencies;
    await testClocks.get(tx, actor, id);
    // Customers before their clock: the order in which writers lock. A clock on its way ends its step, and finds itself gone.
    const customerIds = await customers.lockOfTestClock(tx, actor, id);
    const clock = await testClocks.lock(tx, actor, id);
    await dueWorkRepository.deleteOfClock(tx, actor.organizationId, id);
    await payments.deleteForGood(tx, actor, customerIds);
    await creditNotes.deleteForGood(tx, actor, customerIds);
    await invoices.deleteForGood(tx, actor, customerIds);
    const externalSubscriptionIds = await subscriptions.externalIdsOf(tx, actor, customerIds);
    const { organizationId } = actor;
    await lifetimeUsage.deleteForGood(tx, actor, customerIds);
    await usageRemoval.remove(tx, { organizationId, testClockId: id, externalSubscriptionIds });
    await subscriptions.deleteForGood(tx, actor, customerIds);
    await customers.deleteForGood(tx, actor, customerIds);
    await testClocks.deleteForGood(tx, actor, id);
    return clock;
  }
}
