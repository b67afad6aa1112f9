import { type Actor, systemActor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { Customer } from '../../modules/customers/records/customer.table.js';
import type { SubscriptionLivesNeeds } from './subscription-lives.needs.js';
import type { ChangedBillingEntity } from './billing-entity-dates.job.js';
import type { ZoneChange } from './zone-change.js';

interface Needs extends Pick<
  SubscriptionLivesNeeds,
  'jobsDb' | 'testClocks' | 'customerLocks' | 'invoices' | 'draftInvoices'
> {
  readonly zoneChange: ZoneChange;
}

/** Number of customers whose ids are read at once. */
const CHUNK = 500;

/** Number of customers that the transaction of the change itself moves. */
const MOVED_AT_ONCE = 50;

/**
 * Moves the work of all customers of a billing entity to the dates by its changed settings: one customer after the other,
 * each in its own transaction. May be run any number of times. Source: billing-entities.md §3.
 */
export class BillingEntityDates {
  constructor(private readonly needs: Needs) {}

  /**
   * The job `billing_entity_dates`. A customer whose work cannot be moved stops no other one.
   * @throws Error when some are left for another attempt.
   */
  async run({ organizationId, billingEntityId }: ChangedBillingEntity): Promise<void> {
    const actor = systemActor(organizationId, null);
    const failures: unknown[] = [];
    let isDone = true;
    for await (const customerId of this.customerIds(actor, billingEntityId)) {
      try {
        const isMoved = await this.needs.jobsDb.transaction(async (tx) => {
          const [customer] = await this.needs.customerLocks.lockMany(tx, actor, [customerId]);
          return customer === undefined || (await this.move(tx, actor, customer));
        });
        isDone = isDone && isMoved;
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, 'Work of customers could not be moved to changed dates.');
    if (!isDone) throw new Error('Customers wait for a test clock that is advancing.');
  }

  /**
   * Moves the first customers of an entity in the transaction that changes it, so that an entity with few of them needs no
   * job. Does not wait for customers whom others have locked: their transactions may wait for the entity.
   */
  async moveFirst(tx: Tx, actor: Actor, billingEntityId: string): Promise<void> {
    const { customerLocks, invoices } = this.needs;
    const chunk = { after: null, limit: MOVED_AT_ONCE };
    const ids = await invoices.customersOfEntity(tx, actor, billingEntityId, chunk);
    for (const customer of await customerLocks.lockFree(tx, actor, ids)) await this.move(tx, actor, customer);
  }

  private async *customerIds(actor: Actor, billingEntityId: string): AsyncGenerator<string> {
    const { jobsDb, invoices } = this.needs;
    let after: string | null = null;
    do {
      const chunk: string[] = await invoices.customersOfEntity(jobsDb, actor, billingEntityId, {
        after,
        limit: CHUNK,
      });
      yield* chunk;
      after = chunk.at(-1) ?? null;
    } while (after !== null);
  }

  /** @param customer who is locked. @returns false, with nothing done, while the customer's clock is moving. */
  private async move(tx: Tx, actor: Actor, customer: Customer): Promise<boolean> {
    const { testClocks, draftInvoices, zoneChange } = this.needs;
    const { testClockId } = customer;
    if (testClockId !== null) {
      // Read before it is locked, since an advancing clock is locked for long.
      if ((await testClocks.get(tx, actor, testClockId)).status === 'advancing') return false;
      if ((await testClocks.lock(tx, actor, testClockId)).status === 'advancing') return false;
    }
    const now = await testClocks.now(tx, actor, testClockId);
    if (customer.timezone === null) await zoneChange.reschedule(tx, actor, customer, now);
    await draftInvoices.redate(tx, actor, customer, now);
    return true;
  }
}
