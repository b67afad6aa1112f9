import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type { Secrets } from '../../../platform/encryption/sealed-secrets.js';
import type { CalledConnection } from '../adapters/calls/called-connection.js';
import { IntegrationRefusal } from '../adapters/calls/integration-refusal.js';
import type { IntegrationsNeeds } from '../integrations.needs.js';
import { integrationRepository } from '../records/integration.repository.js';
import type { Integration } from '../records/integration.table.js';
import { rulesOfType } from '../types/integration-types.js';
import type { IntegrationSecrets } from './integration-secrets.js';
import { SIGNING_SECRET, signingSecretsAt } from './signing-secrets.js';

interface Needs extends Pick<IntegrationsNeeds, 'clock'> {
  readonly integrationSecrets: IntegrationSecrets;
}

/** A connection, and what its calls need. */
export interface OpenedConnection {
  readonly integration: Integration;
  readonly connection: CalledConnection;
}

/** Decrypts the secrets of connections that are called. */
export class CalledConnections {
  constructor(private readonly needs: Needs) {}

  /**
   * Null for a connection that was deleted.
   * @throws IntegrationRefusal `secrets_unavailable` if its secrets were deleted, or no key of this process opens them.
   */
  async open(db: Db, { organizationId }: Actor, id: string): Promise<OpenedConnection | null> {
    const integration = await integrationRepository.find(db, organizationId, { id });
    return integration === null ? null : { integration, connection: this.calledAs(integration) };
  }

  private calledAs(integration: Integration): CalledConnection {
    const { organizationId, id, integrationType: type, settings, externalIds, secretRotatedAt } = integration;
    const secrets = this.secretsOf(integration);
    const signingSecrets = signingSecretsAt(secrets, secretRotatedAt, this.needs.clock.now());
    return { organizationId, id, type, settings, externalIds, secrets, signingSecrets };
  }

  private secretsOf(integration: Integration): Secrets {
    const { secrets, hasSigningSecret } = rulesOfType(integration.integrationType);
    const needed = [...Object.keys(secrets), ...(hasSigningSecret === true ? [SIGNING_SECRET] : [])];
    const opened = this.needs.integrationSecrets.openIfPossible(integration);
    if (needed.every((name) => opened[name] !== undefined)) return opened;
    const reason = 'The secrets of the connection cannot be read.';
    throw new IntegrationRefusal('configuration', 'secrets_unavailable', reason);
  }
}
