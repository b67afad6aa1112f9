import { systemActor } from '../../../platform/actor.js';
import type { Changes } from '../../../platform/changes/changes.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import {
  areClosed,
  openSecrets,
  type Secrets,
  sealSecrets,
} from '../../../platform/encryption/sealed-secrets.js';
import type { IntegrationUpdate } from '../integration.changes.js';
import type { IntegrationsNeeds } from '../integrations.needs.js';
import { integrationRepository } from '../records/integration.repository.js';
import type { Integration } from '../records/integration.table.js';

interface Needs extends Pick<IntegrationsNeeds, 'clock' | 'encryption'> {
  readonly changes: Changes<IntegrationUpdate>;
}

/** Encrypts and decrypts the secrets of connections. Source: integrations.md §2, extensions.md §4. */
export class IntegrationSecrets {
  constructor(private readonly needs: Needs) {}

  /** @throws AppError `secrets_unavailable` if this process must not encrypt. */
  seal(id: string, secrets: Secrets): Uint8Array | null {
    return sealSecrets(this.needs.encryption, id, secrets);
  }

  /** @throws AppError `secrets_unavailable` if no key of this process opens them. */
  open(integration: Integration): Secrets {
    return openSecrets(this.needs.encryption, integration);
  }

  /** The secrets that this process can open; none of those that it cannot. */
  openIfPossible(integration: Integration): Secrets {
    return areClosed(this.needs.encryption, integration) ? {} : this.open(integration);
  }

  /** The connections of all organizations whose secrets no key of this process opens. */
  async closed(db: Db): Promise<Integration[]> {
    const found = await integrationRepository.findWithSecrets(db);
    return found.filter((integration) => areClosed(this.needs.encryption, integration));
  }

  /** Deletes the secrets that no key opens, so that they can be entered again. @returns their connections. */
  async deleteClosed(tx: Tx): Promise<Integration[]> {
    const closed = await this.closed(tx);
    for (const former of closed) {
      const integration = { ...former, secrets: null, updatedAt: this.needs.clock.now() };
      await integrationRepository.updateRow(tx, integration);
      await this.needs.changes.announce(tx, systemActor(former.organizationId, null), {
        type: 'integration.updated',
        integration,
        former,
        hasNewSecrets: true,
      });
    }
    return closed;
  }

  /** Encrypts all secrets again, with the first key. @throws AppError `secrets_unavailable` if one of them cannot be opened. */
  async resealAll(tx: Tx): Promise<number> {
    const found = await integrationRepository.findWithSecrets(tx);
    for (const integration of found) {
      const secrets = this.seal(integration.id, this.open(integration));
      await integrationRepository.updateRow(tx, { ...integration, secrets });
    }
    return found.length;
  }
}
