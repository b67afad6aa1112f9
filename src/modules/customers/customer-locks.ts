import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { CustomersNeeds } from './customers.needs.js';
import { customerRepository } from './records/customer.repository.js';
import type { Customer } from './records/customer.table.js';

/** Locks customers, which are locked whenever something that they own changes. */
export class CustomerLocks {
  constructor(private readonly needs: Pick<CustomersNeeds, 'testClocks'>) {}

  /**
   * Locks a customer until the transaction ends, also if it is deleted, since its documents outlive it.
   * @throws AppError `customer_not_found`.
   */
  async lock(tx: Tx, actor: Actor, id: string): Promise<Customer> {
    const [customer] = isUuid(id) ? await this.lockMany(tx, actor, [id]) : [];
    return found(customer ?? null);
  }

  /**
   * Locks the customer with this external id, and keeps its test clock from advancing meanwhile.
   * @throws AppError `customer_not_found`; kind `notAllowed`, `test_clock_advancing`.
   */
  async lockNamed(tx: Tx, actor: Actor, externalId: string): Promise<Customer> {
    return found(await this.lockIfNamed(tx, actor, externalId));
  }

  /** As `lockNamed`; null if the organization has no such customer. */
  async lockIfNamed(tx: Tx, actor: Actor, externalId: string): Promise<Customer | null> {
    const customer = await customerRepository.lock(tx, actor.organizationId, { externalId });
    if (customer !== null) await this.needs.testClocks.requireIdle(tx, actor, customer.testClockId);
    return customer;
  }

  /** Locks the customers with these ids, including deleted ones, until the transaction ends. */
  lockMany(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Customer[]> {
    return customerRepository.lockMany(tx, actor.organizationId, ids);
  }

  /** As `lockMany`, without those customers that another transaction has locked. */
  lockFree(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Customer[]> {
    return customerRepository.lockFree(tx, actor.organizationId, ids);
  }

  /**
   * The customers with these ids, including soft-deleted ones. Their rows cannot be deleted until the transaction ends; other
   * transactions may lock and change them.
   */
  keepMany(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Customer[]> {
    return customerRepository.keepMany(tx, actor.organizationId, ids);
  }

  /**
   * Locks customers to change what they own, and keeps their test clocks from advancing meanwhile.
   * @throws AppError kind `notAllowed`, `test_clock_advancing`.
   */
  async lockWithIdleClocks(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Customer[]> {
    const locked = await this.lockMany(tx, actor, [...new Set(ids)]);
    const testClockIds = locked.map((customer) => customer.testClockId);
    await this.needs.testClocks.requireAllIdle(tx, actor, testClockIds);
    return locked;
  }

  /** Locks the customers of a test clock until the transaction ends. @returns their ids. */
  lockOfTestClock(tx: Tx, actor: Actor, testClockId: string): Promise<string[]> {
    return customerRepository.lockOfTestClock(tx, actor.organizationId, testClockId);
  }
}

function found(customer: Customer | null): Customer {
  if (customer === null) throw notFound('customer');
  return customer;
}
