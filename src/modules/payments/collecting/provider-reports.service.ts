import { type Actor, systemActor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { PaymentsNeeds } from '../payments.needs.js';
import type { Customer } from '../../customers/records/customer.table.js';
import {
  CHARGE_REFERENCE,
  type MethodDescription,
  type ProviderEvent,
  ProviderRefusal,
} from '../../payment-providers/adapters/payment-provider.js';
import type { Instrument } from '../../payment-providers/methods/payment-method.service.js';
import type { PaymentMethod } from '../../payment-providers/records/payment-method.table.js';
import type { PaymentProviderRow } from '../../payment-providers/records/payment-provider.table.js';
import {
  READ_PROVIDER_MESSAGE,
  type StoredMessage,
} from '../../payment-providers/messages/provider-messages.service.js';
import { paymentRepository } from '../payment.repository.js';
import { newProviderPayment } from '../new-payment.js';
import type { Payment } from '../payment.table.js';
import { billedBy } from './billed-reference.js';
import type { CollectedDocuments } from './collected-documents.service.js';
import { documentIn } from './payment-metadata.js';
import type { PaymentOutcomes } from './payment-outcomes.service.js';
import type { Refunds } from './refunds.service.js';

interface Needs extends Pick<
  PaymentsNeeds,
  | 'jobsDb'
  | 'clock'
  | 'customers'
  | 'customerLocks'
  | 'testClocks'
  | 'paymentProviders'
  | 'paymentMethods'
  | 'providerLinks'
  | 'providerMessages'
  | 'invoiceSettlement'
  | 'paymentRequests'
> {
  readonly collectedDocuments: CollectedDocuments;
  readonly paymentOutcomes: PaymentOutcomes;
  readonly refunds: Refunds;
}

/** How long a message is read in one turn. */
const TURN_MS = 10_000;

export type PaymentEvent = Extract<ProviderEvent, { type: 'payment' }>;
type EventOf<Type extends ProviderEvent['type']> = Extract<ProviderEvent, { readonly type: Type }>;

/** What a message says, and how its provider describes the method that it adds. */
interface DescribedEvent {
  readonly event: ProviderEvent;
  readonly description: MethodDescription | null;
}

/** Records what messages of providers say. What belongs to no record of the organization is ignored. Source: payment-providers.md §8. */
export class ProviderReports {
  constructor(private readonly needs: Needs) {}

  /**
   * The job `read_provider_message`. One event that cannot be recorded keeps no other waiting. After a while the rest is queued
   * again, so that a long message does not keep its organization's turn.
   * @throws Error when events could not be recorded; the job is tried again.
   */
  async run({ organizationId, messageIds }: StoredMessage): Promise<void> {
    const actor = systemActor(organizationId, null);
    const endAt = performance.now() + TURN_MS;
    const failed: string[] = [];
    let failure: unknown;
    let done = 0;
    for (const messageId of messageIds) {
      if (done > 0 && performance.now() > endAt) break;
      done += 1;
      try {
        await this.read(actor, messageId);
      } catch (error) {
        failed.push(messageId);
        failure = error;
      }
    }
    const left = [...messageIds.slice(done), ...failed];
    if (left.length === 0) return;
    // Each time that it is queued again it is shorter.
    if (done === messageIds.length || done === failed.length) throw failure;
    await this.needs.jobsDb.transaction((tx) =>
      READ_PROVIDER_MESSAGE.enqueue(tx, { organizationId, messageIds: left }),
    );
  }

  private async read(actor: Actor, messageId: string): Promise<void> {
    const { jobsDb: db, paymentProviders, providerMessages } = this.needs;
    const message = await providerMessages.unread(db, actor, messageId);
    if (message === null) return;
    const { paymentProviderId: id, payload } = message;
    const provider = (await paymentProviders.getMany(db, actor, [id])).get(id);
    if (provider === undefined) return;
    const connection = paymentProviders.connection(provider);
    const events = await paymentProviders.typeOf(provider).eventsIn(connection, payload);
    const described: DescribedEvent[] = [];
    for (const sent of events) {
      const event = await this.withPayer(actor, provider, sent);
      if (event.type === 'method_added') await this.makeDefaultThere(provider, event);
      described.push({ event, description: await this.describe(actor, provider, event) });
    }
    await db.transaction(async (tx) => {
      for (const each of described) await this.record(tx, actor, provider, each);
      await providerMessages.setRead(tx, actor, messageId);
    });
  }

  /** Records a payment that its provider reports, also one that it has made by itself. */
  async recordPayment(
    tx: Tx,
    actor: Actor,
    provider: PaymentProviderRow,
    event: PaymentEvent,
    description: MethodDescription | null = null,
  ): Promise<void> {
    const { paymentOutcomes } = this.needs;
    const payment = await this.paymentOf(tx, actor, provider, event);
    if (payment === null) return;
    await paymentOutcomes.record(tx, actor, payment, event, { reportedAt: event.at });
    const method = methodIn(event);
    if (method !== null) await this.adopt(tx, actor, provider, { ...method, description });
  }

  /** A provider may name the method that has paid on a page, and not the customer: that is the one of the document. */
  private async withPayer(
    actor: Actor,
    provider: PaymentProviderRow,
    event: ProviderEvent,
  ): Promise<ProviderEvent> {
    const { jobsDb: db, collectedDocuments, providerLinks } = this.needs;
    if (event.type !== 'payment' || event.providerMethodId === null || event.providerCustomerId !== null)
      return event;
    const document = documentIn(event.metadata);
    if (document === null) return event;
    return db.transaction(async (tx) => {
      const locked = await collectedDocuments.lock(tx, actor, document);
      const link = locked === null ? null : await providerLinks.find(tx, actor, locked.customer);
      return link?.provider.id === provider.id
        ? { ...event, providerCustomerId: link.providerCustomerId }
        : event;
    });
  }

  private async record(
    tx: Tx,
    actor: Actor,
    provider: PaymentProviderRow,
    { event, description }: DescribedEvent,
  ): Promise<void> {
    const { paymentMethods } = this.needs;
    switch (event.type) {
      case 'payment':
        return this.recordPayment(tx, actor, provider, event, description);
      case 'method_added':
      case 'default_method':
        return this.adopt(tx, actor, provider, { ...event, description });
      case 'method_described':
        return this.changeMethods(tx, actor, provider, event, (method, now) =>
          paymentMethods.describe(tx, method, event.description, now),
        );
      case 'method_removed':
        return this.changeMethods(tx, actor, provider, event, (method, now) =>
          paymentMethods.remove(tx, method, now),
        );
      case 'refund':
        return this.needs.refunds.report(tx, actor, provider, event);
      case 'dispute_lost':
        return this.loseDispute(tx, actor, provider, event);
    }
  }

  /** The payment that a message is about; a new one if the provider has made it on a page of its own. */
  private async paymentOf(
    tx: Tx,
    actor: Actor,
    provider: PaymentProviderRow,
    event: PaymentEvent,
  ): Promise<Payment | null> {
    const { organizationId } = actor;
    const { metadata, providerPaymentId, amountCents, currency, providerCustomerId, at } = event;
    const known = await paymentRepository.findAtProvider(tx, organizationId, provider.id, providerPaymentId);
    if (known !== null) return known;
    const named = metadata['svc_payment_id'];
    if (named !== undefined) {
      const [payment] = isUuid(named) ? await paymentRepository.findMany(tx, organizationId, [named]) : [];
      return payment?.paymentProviderId === provider.id ? payment : null;
    }
    const document = documentIn(metadata);
    if (document === null || amountCents <= 0n) return null;
    const locked = await this.needs.collectedDocuments.lock(tx, actor, document);
    if (locked === null || locked.currency !== currency) return null;
    // Again: another message about it may have had the lock before.
    const stored = await paymentRepository.findAtProvider(tx, organizationId, provider.id, providerPaymentId);
    if (stored !== null) return stored;
    // One that is processed takes the place of an attempt, of which there is one at a time.
    const open = await paymentRepository.findOpen(tx, organizationId, document);
    if (event.status === 'processing' && open !== null) return null;
    return newProviderPayment({
      organizationId,
      customerId: locked.customer.id,
      invoiceId: 'invoiceId' in document ? document.invoiceId : null,
      paymentRequestId: 'paymentRequestId' in document ? document.paymentRequestId : null,
      amountCents,
      currency,
      paymentProviderId: provider.id,
      providerCustomerId,
      providerMethodId: event.providerMethodId,
      providerPaymentId,
      providerStatus: event.providerStatus,
      billedReference: billedBy(metadata[CHARGE_REFERENCE]),
      createdAt: locked.customer.testClockId === null ? at : locked.now,
      updatedAt: locked.now,
    });
  }

  /** Stores a method with the customers whom the connection knows by this id. */
  private async adopt(
    tx: Tx,
    actor: Actor,
    provider: PaymentProviderRow,
    method: Omit<Instrument, 'paymentProviderId'>,
  ): Promise<void> {
    const { paymentMethods, testClocks } = this.needs;
    const instrument = { ...method, paymentProviderId: provider.id };
    for (const customer of await this.lockLinked(tx, actor, provider, method.providerCustomerId)) {
      const now = await testClocks.now(tx, actor, customer.testClockId);
      await paymentMethods.adopt(tx, actor, customer, instrument, now);
    }
  }

  /** Changes the method that a message names, with each customer who has it. */
  private async changeMethods(
    tx: Tx,
    actor: Actor,
    provider: PaymentProviderRow,
    { providerMethodId }: Pick<Instrument, 'providerMethodId'>,
    change: (method: PaymentMethod, now: Date) => Promise<unknown>,
  ): Promise<void> {
    const { customerLocks, paymentMethods, testClocks } = this.needs;
    const named = { paymentProviderId: provider.id, providerMethodId };
    for (const { customerId } of await paymentMethods.named(tx, actor, named)) {
      const customer = await customerLocks.lock(tx, actor, customerId);
      const now = await testClocks.now(tx, actor, customer.testClockId);
      const found = await paymentMethods.named(tx, actor, named);
      for (const method of found) if (method.customerId === customerId) await change(method, now);
    }
  }

  private async loseDispute(
    tx: Tx,
    actor: Actor,
    provider: PaymentProviderRow,
    { providerPaymentId, reason }: EventOf<'dispute_lost'>,
  ): Promise<void> {
    const { invoiceSettlement, paymentRequests } = this.needs;
    const { organizationId } = actor;
    const payment = await paymentRepository.findAtProvider(
      tx,
      organizationId,
      provider.id,
      providerPaymentId,
    );
    // One that has failed was never the organization's to lose.
    if (payment?.paymentStatus !== 'succeeded') return;
    const { invoiceId, paymentRequestId } = payment;
    const requested = paymentRequestId === null ? [] : [paymentRequestId];
    const ofRequests = [...(await paymentRequests.invoicesOf(tx, actor, requested)).values()].flat();
    const ids = [...(invoiceId === null ? [] : [invoiceId]), ...ofRequests.map(({ id }) => id)];
    for (const id of ids) {
      try {
        await invoiceSettlement.loseDispute(tx, actor, id, reason);
      } catch (error) {
        // Only issued invoices can be disputed.
        if (!(error instanceof AppError)) throw error;
      }
    }
  }

  /** Locks the customers whom a connection knows by an id. */
  private async lockLinked(
    tx: Tx,
    actor: Actor,
    { id, providerType }: PaymentProviderRow,
    providerCustomerId: string,
  ): Promise<Customer[]> {
    const { customers, customerLocks, providerLinks } = this.needs;
    const named = await customers.ofProvider(tx, actor, providerType, providerCustomerId);
    const ids = named.map((customer) => customer.id);
    const locked = ids.length === 0 ? [] : await customerLocks.lockMany(tx, actor, ids);
    const linked: Customer[] = [];
    for (const customer of locked) {
      const link = await providerLinks.find(tx, actor, customer);
      if (link?.provider.id === id && link.providerCustomerId === providerCustomerId) linked.push(customer);
    }
    return linked;
  }

  /**
   * How the provider describes the method that a message adds, unless it has done so before: then it reports changes by itself.
   * @returns null too if the provider does not answer, since the rest of the message is worth more.
   */
  private async describe(
    actor: Actor,
    provider: PaymentProviderRow,
    event: ProviderEvent,
  ): Promise<MethodDescription | null> {
    const { jobsDb: db, clock, paymentMethods, paymentProviders } = this.needs;
    const method = methodIn(event);
    if (method === null) return null;
    const { providerMethodId, providerCustomerId } = method;
    const known = await paymentMethods.named(db, actor, { paymentProviderId: provider.id, providerMethodId });
    if (known.length > 0 && known.every(({ describedAt }) => describedAt !== null)) return null;
    const describedAt = clock.now();
    try {
      const details = await paymentProviders
        .typeOf(provider)
        .describeMethod(paymentProviders.connection(provider), providerMethodId, providerCustomerId);
      return { ...details, describedAt };
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      return null;
    }
  }

  /** A method that was registered becomes the default at its provider too. */
  private async makeDefaultThere(
    provider: PaymentProviderRow,
    { providerCustomerId, providerMethodId }: EventOf<'method_added'>,
  ): Promise<void> {
    const { paymentProviders } = this.needs;
    try {
      await paymentProviders
        .typeOf(provider)
        .setDefaultMethod(paymentProviders.connection(provider), providerCustomerId, providerMethodId);
    } catch (error) {
      // Here it is the default in any case.
      if (!(error instanceof ProviderRefusal) || error.kind === 'retriable') throw error;
    }
  }
}

/** The method that a message adds to a customer; null if it adds none. */
function methodIn(event: ProviderEvent): Omit<Instrument, 'paymentProviderId' | 'description'> | null {
  if (event.type === 'method_added' || event.type === 'default_method') return event;
  if (event.type !== 'payment' || event.status !== 'succeeded') return null;
  const { providerCustomerId, providerMethodId } = event;
  return providerCustomerId === null || providerMethodId === null
    ? null
    : { providerCustomerId, providerMethodId };
}
