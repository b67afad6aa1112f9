import type { Actor } from '../../../platform/actor.js';
import type { Clock } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { paymentProviderRepository } from '../records/payment-provider.repository.js';

const SANDBOX = 'sandbox';

/** Connects new organizations to the sandbox; they can delete the connection. Source: payment-providers.md §9. */
export class SandboxConnections {
  constructor(private readonly clock: Clock) {}

  async add(tx: Tx, { organizationId }: Actor): Promise<void> {
    const now = this.clock.now();
    await paymentProviderRepository.insert(tx, {
      id: newId(),
      organizationId,
      providerType: SANDBOX,
      name: 'Sandbox',
      code: SANDBOX,
      successRedirectUrl: null,
      settings: {},
      secrets: null,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    });
  }
}
