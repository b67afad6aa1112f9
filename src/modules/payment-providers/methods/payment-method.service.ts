import type { Actor } from '../../../platform/actor.js';
import { indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { invalid, notFound } from '../../../platform/errors/app-error.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { Page } from '../../../platform/paging/page.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { PaymentProvidersNeeds } from '../payment-providers.needs.js';
import type { MethodDescription } from '../adapters/payment-provider.js';
import { type PaymentMethodQuery, paymentMethodRepository } from '../records/payment-method.repository.js';
import type { PaymentMethodReference, SentPaymentMethodReference } from './payment-method-reference.js';
import type { PaymentMethod } from '../records/payment-method.table.js';

/** An instrument as its provider names and describes it. */
export interface Instrument {
  /** Null if the provider has reported nothing new. */
  readonly description: MethodDescription | null;
  readonly paymentProviderId: string;
  readonly providerCustomerId: string;
  readonly providerMethodId: string;
}

/** The instruments of customers that providers store. Source: payment-providers.md §4, payments.md §6. */
export class PaymentMethodService {
  constructor(private readonly needs: Pick<PaymentProvidersNeeds, 'customerLocks' | 'testClocks'>) {}

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, PaymentMethod>> {
    return indexBy(await paymentMethodRepository.findMany(db, actor.organizationId, ids), ({ id }) => id);
  }

  async getWithDeleted(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, PaymentMethod>> {
    const found = await paymentMethodRepository.findWithDeleted(db, actor.organizationId, ids);
    return indexBy(found, ({ id }) => id);
  }

  list(db: Db, actor: Actor, query: PaymentMethodQuery): Promise<Page<PaymentMethod>> {
    return paymentMethodRepository.list(db, actor.organizationId, query);
  }

  /** A page of the methods of each customer, by the customer's id. */
  listByCustomer(
    db: Db,
    actor: Actor,
    customerIds: readonly string[],
    query: PaymentMethodQuery,
  ): Promise<Map<string, Page<PaymentMethod>>> {
    return paymentMethodRepository.listByCustomer(db, actor.organizationId, customerIds, query);
  }

  /** The customer's default method; null if it has none. */
  defaultOf(db: Db, actor: Actor, { id }: Customer): Promise<PaymentMethod | null> {
    return paymentMethodRepository.findDefault(db, actor.organizationId, id);
  }

  /** The customer's method with this id; null if it has none. */
  async find(
    db: Db,
    actor: Actor,
    { id: customerId }: Pick<Customer, 'id'>,
    id: string,
  ): Promise<PaymentMethod | null> {
    if (!isUuid(id)) return null;
    const method = (await this.getMany(db, actor, [id])).get(id.toLowerCase());
    return method?.customerId === customerId ? method : null;
  }

  /** The methods of a connection that its provider calls so. */
  named(
    db: Db,
    actor: Actor,
    { paymentProviderId, providerMethodId }: Pick<Instrument, 'paymentProviderId' | 'providerMethodId'>,
  ): Promise<PaymentMethod[]> {
    return paymentMethodRepository.findNamed(db, actor.organizationId, paymentProviderId, providerMethodId);
  }

  /**
   * Refuses a reference to a method that the customer does not have.
   * @throws AppError `paymentMethod: invalid_payment_method`.
   */
  async requireNamed(
    db: Db,
    actor: Actor,
    customer: Customer,
    ...references: (SentPaymentMethodReference | null | undefined)[]
  ): Promise<void> {
    for (const reference of references) {
      const id = reference?.paymentMethodId ?? null;
      if (id !== null && (await this.find(db, actor, customer, id)) === null)
        throw invalid({ paymentMethod: ['invalid_payment_method'] });
    }
  }

  /**
   * The method that references choose, the most specific one first: the first that names a method, or else the customer's
   * default one. A method that is gone is never replaced by another one.
   * @returns null if there is none, or the customer pays by hand. Source: payments.md §6.
   */
  async choose(
    db: Db,
    actor: Actor,
    customer: Customer,
    references: readonly (PaymentMethodReference | null)[],
  ): Promise<PaymentMethod | null> {
    for (const reference of references) {
      if (reference?.paymentMethodType === 'manual') return null;
      if (reference !== null && reference.paymentMethodId !== null)
        return this.find(db, actor, customer, reference.paymentMethodId);
    }
    return this.defaultOf(db, actor, customer);
  }

  /** Stores an instrument of a customer, once, and makes it the default. The caller has locked the customer. */
  async adopt(tx: Tx, actor: Actor, customer: Customer, instrument: Instrument, now: Date): Promise<void> {
    const { organizationId } = actor;
    const { paymentProviderId, providerCustomerId, providerMethodId, description } = instrument;
    const known = (await this.named(tx, actor, instrument)).find(
      ({ customerId }) => customerId === customer.id,
    );
    if (known !== undefined && description !== null) await this.describe(tx, known, description, now);
    if (known?.isDefault === true && known.providerCustomerId === providerCustomerId) return;
    await paymentMethodRepository.clearDefault(tx, organizationId, customer.id, now);
    if (known !== undefined) {
      const changes = { isDefault: true, providerCustomerId, updatedAt: now };
      await paymentMethodRepository.update(tx, organizationId, known.id, changes);
      return;
    }
    await paymentMethodRepository.insert(tx, {
      id: newId(),
      organizationId,
      customerId: customer.id,
      paymentProviderId,
      providerMethodId,
      providerCustomerId,
      ...(description ?? UNDESCRIBED),
      isDefault: true,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    });
  }

  /** Stores how a provider describes a method, unless it has described it later. The caller has locked the customer. */
  async describe(
    tx: Tx,
    { id, organizationId, describedAt }: PaymentMethod,
    description: MethodDescription,
    now: Date,
  ): Promise<void> {
    if (describedAt !== null && description.describedAt < describedAt) return;
    await paymentMethodRepository.update(tx, organizationId, id, { ...description, updatedAt: now });
  }

  /** Deletes the customer's methods, but those of a connection. The caller has locked the customer. */
  dropOfOthers(
    tx: Tx,
    { organizationId }: Actor,
    { id }: Customer,
    except: string | null,
    now: Date,
  ): Promise<void> {
    return paymentMethodRepository.deleteOfOtherProviders(tx, organizationId, id, except, now);
  }

  /**
   * Makes a method the customer's default.
   * @throws AppError `payment_method_not_found`; kind `notAllowed`, `test_clock_advancing`.
   */
  async setDefault(tx: Tx, actor: Actor, id: string): Promise<PaymentMethod> {
    const { method, now } = await this.lock(tx, actor, id);
    if (method.isDefault) return method;
    const { organizationId } = actor;
    await paymentMethodRepository.clearDefault(tx, organizationId, method.customerId, now);
    await paymentMethodRepository.update(tx, organizationId, method.id, { isDefault: true, updatedAt: now });
    return { ...method, isDefault: true, updatedAt: now };
  }

  /**
   * Deletes a method here, not at its provider. No other one becomes the default.
   * @throws AppError as `setDefault`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<PaymentMethod> {
    const { method, now } = await this.lock(tx, actor, id);
    return this.remove(tx, method, now);
  }

  /** Deletes a method that its provider does not know any more. The caller has locked the customer. */
  async remove(tx: Tx, method: PaymentMethod, now: Date): Promise<PaymentMethod> {
    const changes = { isDefault: false, deletedAt: now, updatedAt: now };
    await paymentMethodRepository.update(tx, method.organizationId, method.id, changes);
    return { ...method, ...changes };
  }

  /** Deletes the rows of customers. */
  deleteForGood(tx: Tx, { organizationId }: Actor, customerIds: readonly string[]): Promise<void> {
    return paymentMethodRepository.deleteOfCustomers(tx, organizationId, customerIds);
  }

  /** Locks the customer of a method. */
  private async lock(tx: Tx, actor: Actor, id: string): Promise<{ method: PaymentMethod; now: Date }> {
    const { customerLocks, testClocks } = this.needs;
    const read = async () => {
      const found = isUuid(id) ? (await this.getMany(tx, actor, [id])).get(id.toLowerCase()) : undefined;
      if (found === undefined) throw notFound('payment_method');
      return found;
    };
    const { customerId } = await read();
    const [customer] = await customerLocks.lockWithIdleClocks(tx, actor, [customerId]);
    const { testClockId } = expectPresent(customer, `customer ${customerId}`);
    // Read again: a transaction that had the lock before may have changed or deleted it.
    return { method: await read(), now: await testClocks.now(tx, actor, testClockId) };
  }
}

const UNDESCRIBED = {
  kind: null,
  brand: null,
  lastDigits: null,
  expiryMonth: null,
  expiryYear: null,
  describedAt: null,
} as const;
