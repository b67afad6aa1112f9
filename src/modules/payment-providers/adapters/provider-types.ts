import type { PaymentProvider } from './payment-provider.js';

/** The implementations of payment providers, by type. Other types are stored and do nothing. */
export class ProviderTypes {
  private readonly byType: ReadonlyMap<string, PaymentProvider>;

  constructor(implementations: readonly PaymentProvider[]) {
    this.byType = new Map(implementations.map((each) => [each.type, each]));
  }

  find(type: string): PaymentProvider | null {
    return this.byType.get(type) ?? null;
  }

  /** @throws Error for a type without an implementation, which no connection has. */
  get(type: string): PaymentProvider {
    const found = this.find(type);
    if (found === null) throw new Error(`There is no implementation of the payment provider ${type}.`);
    return found;
  }
}
