import { sql } from 'drizzle-orm';
import { writeFileSync } from 'node:fs';
import type { ApiKeyService } from '../modules/organizations/api-keys/api-key.service.js';
import type { OrganizationService } from '../modules/organizations/organization.service.js';
import type { SigningKeys } from '../modules/webhooks/signing/signing-keys.js';
import type { Clock } from '../platform/clock.js';
import type { Db, Tx } from '../platform/db/database.js';
import type { Encryption } from '../platform/encryption/encryption.js';
import { agreeOnKey, rememberPublicUrl } from '../platform/installation/installation.js';
import type { Config } from './settings/config.js';
import { StartError } from './settings/start-error.js';

/**
 * Advisory lock of a start, so that of several servers that start at once only one creates the operator organization.
 */
const BOOTSTRAP_LOCK = 7_201_456;

interface Services {
  readonly clock: Clock;
  readonly organizations: OrganizationService;
  readonly apiKeys: ApiKeyService;
  readonly signingKeys: SigningKeys;
}

/** What the first start writes down, and later ones compare. */
interface Settings extends Pick<Config, 'bootstrapApiKey' | 'adminKeyFile'> {
  readonly encryption: Encryption;
  /** Base of addresses for others; null for a process that only works. */
  readonly publicUrl: string | null;
  /** False for a process that serves no API: its first start would print a key that nobody looks for there. */
  readonly makesOperator: boolean;
}

export interface Bootstrapped {
  /** The admin key that this start has generated; null if one existed, or the operator has set its value. */
  readonly generatedKey: string | null;
  /** A message for the operator about a BOOTSTRAP_API_KEY that replaced the admin key or was ignored. */
  readonly warning: string | null;
  /** False if another key than those of this process encrypts the secrets of the installation. */
  readonly isKeyKnown: boolean;
}

type Operator = Pick<Bootstrapped, 'generatedKey' | 'warning'>;

/**
 * Creates, but for a worker, the operator organization, its billing entity, its admin key and the keys that sign webhooks at the first start. At later starts, replaces
 * the admin key if BOOTSTRAP_API_KEY has a new value (ADR 0028).
 * @throws StartError when the generated key cannot be written to ADMIN_KEY_FILE; then nothing is created.
 */
export function bootstrap(db: Db, services: Services, settings: Settings): Promise<Bootstrapped> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`);
    await services.signingKeys.createOnce(tx);
    const { clock } = services;
    const isKeyKnown = await agreeOnKey(tx, settings.encryption, clock.now());
    if (settings.publicUrl !== null) await rememberPublicUrl(tx, settings.publicUrl, clock.now());
    return { ...(await operatorOf(tx, services, settings)), isKeyKnown };
  });
}

async function operatorOf(tx: Tx, services: Services, settings: Settings): Promise<Operator> {
  const operator = await services.organizations.operator(tx);
  if (operator === null)
    return settings.makesOperator
      ? createOperator(tx, services, settings)
      : { generatedKey: null, warning: null };
  return { generatedKey: null, warning: await replaceAdminKey(tx, services, operator.id, settings) };
}

async function createOperator(
  tx: Tx,
  { organizations, apiKeys }: Services,
  { bootstrapApiKey: chosen, adminKeyFile }: Settings,
): Promise<Operator> {
  const { id } = await organizations.create(tx, { name: 'Default', isOperator: true });
  const key = { name: 'Admin', isBootstrap: true, ...(chosen !== null && { value: chosen }) };
  const { value } = await apiKeys.issue(tx, id, key);
  if (chosen !== null) return { generatedKey: null, warning: null };
  if (adminKeyFile !== null) writeKey(adminKeyFile, value);
  return { generatedKey: value, warning: null };
}

async function replaceAdminKey(
  tx: Tx,
  { apiKeys }: Services,
  operatorId: string,
  { bootstrapApiKey: chosen }: Settings,
): Promise<string | null> {
  if (chosen === null) return null;
  const replaced = await apiKeys.replaceBootstrapKey(tx, operatorId, chosen);
  if (replaced === null) {
    return 'BOOTSTRAP_API_KEY is not used: its value belongs to a key that has expired or is not the admin key. Choose another value, or remove the variable.';
  }
  if (replaced.length === 0) return null;
  const endings = replaced.map(({ lastFour }) => `…${lastFour}`).join(' and ');
  return `BOOTSTRAP_API_KEY has replaced the admin API key ${endings}, which is refused from now on.`;
}

function writeKey(file: string, value: string): void {
  try {
    writeFileSync(file, `${value}\n`, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new StartError(`ADMIN_KEY_FILE ${file} cannot be written: ${String(cause)}`, { cause });
  }
}
