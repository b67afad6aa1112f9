import { type Actor, systemActor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { invalid, notAllowed } from '../../../platform/errors/app-error.js';
import { thirdPartyError } from '../../../platform/errors/third-party-error.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { PaymentProvidersNeeds } from '../payment-providers.needs.js';
import { ProviderRefusal } from '../adapters/payment-provider.js';
import { isSandboxWord, sandboxMethod } from '../adapters/sandbox-provider.js';
import type { PaymentMethodService } from './payment-method.service.js';
import { CREATE_PROVIDER_CUSTOMER, UPDATE_PROVIDER_CUSTOMER } from '../connections/payment-provider.job.js';
import type { PaymentProviderService } from '../connections/payment-provider.service.js';
import type { PaymentProviderRow } from '../records/payment-provider.table.js';
import type { LinkState, ProviderLinks } from '../connections/provider-links.service.js';

interface Needs extends Pick<
  PaymentProvidersNeeds,
  'jobsDb' | 'publicAddresses' | 'customers' | 'customerLocks' | 'testClocks' | 'changes'
> {
  readonly paymentProviders: PaymentProviderService;
  readonly paymentMethods: PaymentMethodService;
  readonly providerLinks: ProviderLinks;
}

/** Ways to pay that need no registration before. Source: payment-providers.md §3. */
const UNREGISTERED: ReadonlySet<string> = new Set(['crypto', 'customer_balance']);

/** A page on which a customer registers a method. */
export interface CheckoutPage {
  readonly customer: Customer;
  readonly paymentProviderCode: string;
  readonly checkoutUrl: string;
}

/** Keeps customers and their methods in step with providers. Source: payment-providers.md §3, §5. */
export class ProviderCustomers {
  constructor(private readonly needs: Needs) {}

  /**
   * Applies a change of the members that link a customer: methods of former connections go, and a customer that its provider
   * does not know is created there, if that was asked for. The caller has locked the customer.
   */
  async applyLink(tx: Tx, actor: Actor, customer: Customer): Promise<void> {
    const { providerLinks, paymentMethods, testClocks } = this.needs;
    const state = await providerLinks.stateOf(tx, actor, customer);
    const now = await testClocks.now(tx, actor, customer.testClockId);
    await paymentMethods.dropOfOthers(tx, actor, customer, connectionOf(state), now);
    await this.adoptSandboxMethod(tx, actor, customer, state, now);
    const asks = customer.syncWithProvider === true || customer.sync === true;
    const { organizationId, id: customerId } = customer;
    if (asks && state.missing === 'missing_payment_provider_customer')
      await CREATE_PROVIDER_CUSTOMER.enqueue(
        tx,
        { organizationId, customerId },
        { jobKey: `provider-customer:${customerId}` },
      );
  }

  /** Queues a job that passes a change of name or address on to the provider of a customer. */
  async queueContactUpdate(tx: Tx, actor: Actor, customer: Customer): Promise<void> {
    const link = await this.needs.providerLinks.find(tx, actor, customer);
    if (link === null || link.type.abilities.isSimulated) return;
    const { organizationId, id: customerId } = customer;
    await UPDATE_PROVIDER_CUSTOMER.enqueue(
      tx,
      { organizationId, customerId },
      { jobKey: `provider-contact:${customerId}` },
    );
  }

  /** The job `create_provider_customer`. Does nothing if the provider knows the customer by now. */
  async create({
    organizationId,
    customerId,
  }: {
    organizationId: string;
    customerId: string;
  }): Promise<void> {
    const { jobsDb: db, customers, providerLinks, paymentProviders, changes } = this.needs;
    const actor = systemActor(organizationId, null);
    const customer = (await customers.getMany(db, actor, [customerId])).get(customerId);
    if (customer === undefined || customer.deletedAt !== null) return;
    const state = await providerLinks.stateOf(db, actor, customer);
    if (state.missing !== 'missing_payment_provider_customer') return;
    const { provider, type } = state;
    const connection = paymentProviders.connection(provider);
    try {
      const providerCustomerId = await type.createCustomer(connection, customer);
      const linked = await db.transaction((tx) =>
        this.recordCreation(tx, actor, customerId, provider.id, providerCustomerId),
      );
      if (linked === null || !registers(linked) || !type.abilities.hasCheckoutPages) return;
      const checkoutUrl = await type.checkoutUrl(connection, linked, providerCustomerId);
      if (checkoutUrl === null) return;
      await db.transaction((tx) =>
        changes.announce(tx, actor, {
          type: 'customer.checkout_url_generated',
          customer: linked,
          provider,
          checkoutUrl,
        }),
      );
    } catch (error) {
      await this.reportOrRetry(actor, customer, state, error);
    }
  }

  /** The job `update_provider_customer`. */
  async update({
    organizationId,
    customerId,
  }: {
    organizationId: string;
    customerId: string;
  }): Promise<void> {
    const { jobsDb: db, customers, providerLinks, paymentProviders } = this.needs;
    const actor = systemActor(organizationId, null);
    const customer = (await customers.getMany(db, actor, [customerId])).get(customerId);
    if (customer === undefined || customer.deletedAt !== null) return;
    const state = await providerLinks.stateOf(db, actor, customer);
    if (state.missing !== null) return;
    const { type, provider, providerCustomerId } = state.link;
    try {
      await type.updateCustomer(paymentProviders.connection(provider), providerCustomerId, customer);
    } catch (error) {
      await this.reportOrRetry(actor, customer, state, error);
    }
  }

  /** The job `register_provider_callback`. A failure is announced; the connection stays. */
  async registerCallback({
    organizationId,
    paymentProviderId,
  }: {
    organizationId: string;
    paymentProviderId: string;
  }): Promise<void> {
    const { jobsDb: db, paymentProviders, changes, publicAddresses } = this.needs;
    const actor = systemActor(organizationId, null);
    const provider = (await paymentProviders.getMany(db, actor, [paymentProviderId])).get(paymentProviderId);
    if (provider === undefined) return;
    const type = paymentProviders.typeOf(provider);
    const path = `/webhooks/${provider.providerType}/${organizationId}?code=${encodeURIComponent(provider.code)}`;
    try {
      const secrets = await type.registerCallback(
        paymentProviders.connection(provider),
        publicAddresses.at(path),
      );
      if (Object.keys(secrets).length === 0) return;
      await db.transaction((tx) => paymentProviders.addSecrets(tx, actor, paymentProviderId, secrets));
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      await db.transaction((tx) =>
        changes.announce(tx, actor, {
          type: 'payment_provider.error',
          provider,
          source: provider.providerType,
          action: 'register_callback',
          error,
        }),
      );
    }
  }

  /**
   * Makes a page on which the customer registers a method.
   * @throws AppError `customer_not_found`; `base` with what is missing of its link; kind `notAllowed`,
   *   `feature_not_supported`; `third_party_error`. Source: payment-providers.md §5.
   */
  async checkout(db: Db, actor: Actor, id: string): Promise<CheckoutPage> {
    const { customers, providerLinks, paymentProviders } = this.needs;
    const customer = await customers.get(db, actor, { id });
    const state = await providerLinks.stateOf(db, actor, customer);
    if (state.missing !== null) throw invalid({ base: [state.missing] });
    const { type, provider, providerCustomerId } = state.link;
    if (!type.abilities.hasCheckoutPages) throw notAllowed('feature_not_supported');
    if (!registers(customer))
      throw invalid({ providerPaymentMethods: ['no_payment_methods_to_setup_available'] });
    try {
      const connection = paymentProviders.connection(provider);
      const checkoutUrl = await type.checkoutUrl(connection, customer, providerCustomerId);
      if (checkoutUrl === null) throw invalid({ base: ['payment_provider_error'] });
      return { customer, paymentProviderCode: provider.code, checkoutUrl };
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      await db.transaction((tx) => this.announceError(tx, actor, customer, state, error));
      throw thirdPartyError(provider.providerType, error);
    }
  }

  /** True if there are pages on which the customer registers methods: `checkout` is not refused here. */
  async offersCheckout(db: Db, actor: Actor, customer: Customer): Promise<boolean> {
    const link = await this.needs.providerLinks.find(db, actor, customer);
    return link !== null && link.type.abilities.hasCheckoutPages && registers(customer);
  }

  private async recordCreation(
    tx: Tx,
    actor: Actor,
    customerId: string,
    paymentProviderId: string,
    providerCustomerId: string,
  ): Promise<Customer | null> {
    const { customers, customerLocks, providerLinks, testClocks, changes } = this.needs;
    const [customer] = await customerLocks.lockMany(tx, actor, [customerId]);
    if (customer === undefined) return null;
    const state = await providerLinks.stateOf(tx, actor, customer);
    // Another link was set meanwhile.
    if (connectionOf(state) !== paymentProviderId || state.missing === null) return null;
    const now = await testClocks.now(tx, actor, customer.testClockId);
    const linked = await customers.setProviderCustomer(tx, actor, customer, providerCustomerId);
    const linkedState = await providerLinks.stateOf(tx, actor, linked);
    await this.adoptSandboxMethod(tx, actor, linked, linkedState, now);
    if (linkedState.missing === null) {
      const { provider } = linkedState.link;
      await changes.announce(tx, actor, {
        type: 'customer.payment_provider_created',
        customer: linked,
        provider,
      });
    }
    return linked;
  }

  /** Linking to the sandbox with one of its words stores a method at once. Source: payment-providers.md §9. */
  private async adoptSandboxMethod(
    tx: Tx,
    actor: Actor,
    customer: Customer,
    state: LinkState,
    now: Date,
  ): Promise<void> {
    if (state.missing !== null || state.link.type.type !== 'sandbox') return;
    const { provider, providerCustomerId } = state.link;
    if (!isSandboxWord(providerCustomerId)) return;
    const instrument = {
      paymentProviderId: provider.id,
      providerCustomerId,
      ...sandboxMethod(providerCustomerId, now),
    };
    await this.needs.paymentMethods.adopt(tx, actor, customer, instrument, now);
  }

  /** Announces a refusal; what may succeed later is thrown, so that the job is tried again. */
  private async reportOrRetry(
    actor: Actor,
    customer: Customer,
    state: LinkState,
    error: unknown,
  ): Promise<void> {
    if (!(error instanceof ProviderRefusal) || error.kind === 'retriable') throw error;
    await this.needs.jobsDb.transaction((tx) => this.announceError(tx, actor, customer, state, error));
  }

  private async announceError(
    tx: Tx,
    actor: Actor,
    customer: Customer,
    state: LinkState,
    error: ProviderRefusal,
  ): Promise<void> {
    const provider = providerIn(state);
    if (provider === null) return;
    const type = 'customer.payment_provider_error';
    await this.needs.changes.announce(tx, actor, { type, customer, provider, error });
  }
}

/** The connection of a customer, also of one that its provider does not know yet. */
function providerIn(state: LinkState): PaymentProviderRow | null {
  if (state.missing === null) return state.link.provider;
  return 'provider' in state ? state.provider : null;
}

function connectionOf(state: LinkState): string | null {
  return providerIn(state)?.id ?? null;
}

/** True if a way to pay is offered that is registered before it pays. By default that is a card. */
function registers({ providerPaymentMethods: methods }: Customer): boolean {
  return methods.length === 0 || methods.some((method) => !UNREGISTERED.has(method));
}
