import { systemActor } from '../../../platform/actor.js';
import type { Changes } from '../../../platform/changes/changes.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import {
  areClosed,
  openSecrets,
  type Secrets,
  sealSecrets,
} from '../../../platform/encryption/sealed-secrets.js';
import type { PaymentProvidersNeeds } from '../payment-providers.needs.js';
import type { PaymentProviderChange } from './payment-provider.changes.js';
import { paymentProviderRepository } from '../records/payment-provider.repository.js';
import type { PaymentProviderRow } from '../records/payment-provider.table.js';

interface Needs extends Pick<PaymentProvidersNeeds, 'clock' | 'encryption'> {
  readonly changes: Changes<Extract<PaymentProviderChange, { type: 'payment_provider.updated' }>>;
}

/** Encrypts and decrypts the secrets of connections. Source: payment-providers.md §2, extensions.md §4. */
export class ProviderSecrets {
  constructor(private readonly needs: Needs) {}

  /** @throws AppError `secrets_unavailable` if this process must not encrypt. */
  seal(id: string, secrets: Secrets): Uint8Array | null {
    return sealSecrets(this.needs.encryption, id, secrets);
  }

  /** @throws AppError `secrets_unavailable` if no key of this process opens them. */
  open(provider: PaymentProviderRow): Secrets {
    return openSecrets(this.needs.encryption, provider);
  }

  /** The secrets that this process can open; none of those that it cannot. */
  openIfPossible(provider: PaymentProviderRow): Secrets {
    return areClosed(this.needs.encryption, provider) ? {} : this.open(provider);
  }

  /** The connections of all organizations whose secrets no key of this process opens. */
  async closed(db: Db): Promise<PaymentProviderRow[]> {
    const found = await paymentProviderRepository.findWithSecrets(db);
    return found.filter((provider) => areClosed(this.needs.encryption, provider));
  }

  /** Deletes the secrets that no key opens, so that they can be entered again. @returns their connections. */
  async deleteClosed(tx: Tx): Promise<PaymentProviderRow[]> {
    const closed = await this.closed(tx);
    for (const former of closed) {
      const provider = { ...former, secrets: null, updatedAt: this.needs.clock.now() };
      await this.store(tx, provider);
      await this.needs.changes.announce(tx, systemActor(former.organizationId, null), {
        type: 'payment_provider.updated',
        provider,
        former,
        hasNewSecrets: true,
      });
    }
    return closed;
  }

  /** Encrypts all secrets again, with the first key. @throws AppError `secrets_unavailable` if one of them cannot be opened. */
  async resealAll(tx: Tx): Promise<number> {
    const providers = await paymentProviderRepository.findWithSecrets(tx);
    for (const provider of providers)
      await this.store(tx, { ...provider, secrets: this.seal(provider.id, this.open(provider)) });
    return providers.length;
  }

  private store(tx: Tx, { organizationId, id, secrets, updatedAt }: PaymentProviderRow): Promise<void> {
    return paymentProviderRepository.update(tx, organizationId, id, { secrets, updatedAt });
  }
}
