import type { IntegrationSecrets } from '../../modules/integrations/connections/integration-secrets.js';
import type { ProviderSecrets } from '../../modules/payment-providers/connections/provider-secrets.js';
import type { Db } from '../../platform/db/database.js';
import type { Config } from './config.js';
import { ownCommand } from './own-command.js';

/** Connections that a warning lists one by one. */
const MOST_LISTED = 20;

/** What keeps the secrets of connections. */
interface ConnectionSecrets {
  readonly providerSecrets: ProviderSecrets;
  readonly integrationSecrets: IntegrationSecrets;
}

/**
 * Finds stored secrets that no key of this process opens. The server works without them.
 * @param isKeyKnown false if another key than those of this process encrypts the secrets of the installation.
 * @returns what to tell the operator, who alone can bring the right key, or give the secrets up; null if all is well.
 */
export async function describeClosedSecrets(
  db: Db,
  { providerSecrets, integrationSecrets }: ConnectionSecrets,
  isKeyKnown: boolean,
  config: Pick<Config, 'encryptionKeys' | 'dataDir' | 'isInImage'>,
): Promise<string | null> {
  const closed = [
    ...(await providerSecrets.closed(db)).map(({ providerType: type, ...row }) => ({ ...row, type })),
    ...(await integrationSecrets.closed(db)).map(({ integrationType: type, ...row }) => ({ ...row, type })),
  ];
  if (isKeyKnown && closed.length === 0) return null;
  const origin =
    config.encryptionKeys === null
      ? `the key in DATA_DIR (${config.dataDir}/encryption.key)`
      : 'ENCRYPTION_KEY';
  const lines = closed
    .slice(0, MOST_LISTED)
    .map(({ organizationId, type, name, code }) => `  ${organizationId}  ${type}  ${name} (${code})`);
  const more = closed.length - lines.length;
  return [
    isKeyKnown
      ? `Some secrets cannot be opened with ${origin}.`
      : `Warning: ${origin} is not the key that encrypts the secrets of this database. No new secrets are stored until it is.`,
    ...(closed.length === 0
      ? []
      : [
          'Connections to payment providers and other systems that are not used, because their secrets cannot be opened (organization, type, name):',
          ...lines,
          ...(more > 0 ? [`  and ${more} more`] : []),
        ]),
    'Set ENCRYPTION_KEY to the key that encrypted them; a process that ran before may have it in its DATA_DIR as encryption.key, or a backup. ' +
      'To replace that key, set both, the new one first, separated by a comma.',
    `If that key is lost: ${ownCommand(config, 'admin', 'secrets forget')} deletes these secrets, so that they can be entered again.`,
  ].join('\n');
}
