import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { PaymentProvider } from '../adapters/payment-provider.js';
import type { ProviderTypes } from '../adapters/provider-types.js';
import type { PaymentProviderService } from './payment-provider.service.js';
import type { PaymentProviderRow } from '../records/payment-provider.table.js';

/** A customer's place at a connection. */
export interface ProviderLink {
  readonly provider: PaymentProviderRow;
  readonly type: PaymentProvider;
  readonly providerCustomerId: string;
}

/** How far a customer is linked: to no connection, to one that does not know it yet, or entirely. Source: payment-providers.md §5. */
export type LinkState =
  | { readonly missing: 'no_linked_payment_provider' | 'missing_payment_provider' }
  | {
      readonly missing: 'missing_payment_provider_customer';
      readonly provider: PaymentProviderRow;
      readonly type: PaymentProvider;
    }
  | { readonly missing: null; readonly link: ProviderLink };

/** Finds the connections at which customers pay. Sources: payment-providers.md §3, §10. */
export class ProviderLinks {
  constructor(
    private readonly providers: PaymentProviderService,
    private readonly providerTypes: ProviderTypes,
  ) {}

  /**
   * The members of a customer name a connection by type and code; without a code, the only one of the type. They have no
   * effect until exactly one fits. Customers on a test clock are linked to the sandbox only.
   */
  async stateOf(db: Db, actor: Actor, customer: Customer): Promise<LinkState> {
    const { paymentProvider, paymentProviderCode, providerCustomerId, testClockId } = customer;
    if (paymentProvider === null) return { missing: 'no_linked_payment_provider' };
    const type = this.providerTypes.find(paymentProvider);
    if (testClockId !== null && type?.abilities.isSimulated !== true)
      return { missing: 'no_linked_payment_provider' };
    const ofType = type === null ? [] : await this.providers.ofType(db, actor, paymentProvider);
    const fitting = ofType.filter(({ code }) => paymentProviderCode === null || code === paymentProviderCode);
    const [provider, ...others] = fitting;
    if (type === null || provider === undefined || others.length > 0)
      return { missing: 'missing_payment_provider' };
    if (providerCustomerId === null || providerCustomerId.trim() === '')
      return { missing: 'missing_payment_provider_customer', provider, type };
    return { missing: null, link: { provider, type, providerCustomerId } };
  }

  /** The link of a customer; null if it has none. */
  async find(db: Db, actor: Actor, customer: Customer): Promise<ProviderLink | null> {
    const state = await this.stateOf(db, actor, customer);
    return state.missing === null ? state.link : null;
  }
}
