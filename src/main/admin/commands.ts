import { rebuildReports } from '../../modules/analytics/recording/report-rebuild.js';
import { maskApiKey } from '../../modules/organizations/api-keys/api-key-value.js';
import { permissionMap } from '../../modules/organizations/api-keys/api-key.permissions.js';
import type { ApiKeyService, IssuedKey } from '../../modules/organizations/api-keys/api-key.service.js';
import type { ApiKey } from '../../modules/organizations/api-keys/api-key.table.js';
import type { InviteService } from '../../modules/people/members/invite.service.js';
import { normalizedEmail } from '../../modules/people/records/person.rules.js';
import type { UserService } from '../../modules/people/users/user.service.js';
import type { Organization } from '../../modules/organizations/records/organization.table.js';
import type { OrganizationService } from '../../modules/organizations/organization.service.js';
import type { IntegrationSecrets } from '../../modules/integrations/connections/integration-secrets.js';
import type { ProviderSecrets } from '../../modules/payment-providers/connections/provider-secrets.js';
import type { SigningKeys } from '../../modules/webhooks/signing/signing-keys.js';
import { ADMIN } from '../../platform/api/access/member-permissions.js';
import { type Actor, systemActor } from '../../platform/actor.js';
import type { Clock } from '../../platform/clock.js';
import type { Db, Tx } from '../../platform/db/database.js';
import type { Encryption } from '../../platform/encryption/encryption.js';
import { encryptionKeyIdOf, useKey } from '../../platform/installation/installation.js';
import {
  endPreviousSecret,
  rotateSecret,
  SIGNED,
  type Signed,
} from '../../platform/signing/rotate-secret.js';
import { KEPT_FOR_MS } from '../../platform/signing/kept-value.js';
import type { Page, PageRequest } from '../../platform/paging/page.js';
import { StartError } from '../settings/start-error.js';
import type { Command } from './command-line.js';

interface Services {
  readonly organizations: OrganizationService;
  readonly apiKeys: ApiKeyService;
  readonly users: UserService;
  readonly invites: InviteService;
  readonly providerSecrets: ProviderSecrets;
  readonly integrationSecrets: IntegrationSecrets;
  readonly signingKeys: SigningKeys;
  readonly encryption: Encryption;
  readonly clock: Clock;
}

/** The output of a command: its result for standard output, and a remark for standard error. */
export interface Printed {
  readonly result: readonly string[];
  readonly remark?: string;
}

/**
 * Runs a command, in a transaction unless it says otherwise.
 * @throws AppError of the services; StartError when the organization does not exist.
 */
export async function runCommand(services: Services, db: Db, command: Command): Promise<Printed> {
  const { name } = command;
  if (name === 'reports rebuild') return rebuildEachReport(services, db, command);
  return db.transaction((tx) => runInTransaction(services, tx, { ...command, name }));
}

/** In a transaction for each organization, so that one that fails keeps no other from its reports. */
async function rebuildEachReport(services: Services, db: Db, command: Command): Promise<Printed> {
  const chosen = await db.transaction(async (tx) => {
    const operator = await operatorOf(services, tx);
    if (command.organizationId !== undefined) return [await organizationOf(services, tx, command, operator)];
    return (await allOrganizations(services, tx, operator)).map(({ id }) => systemActor(id, null));
  });
  const result: string[] = [];
  for (const { organizationId } of chosen) {
    const differed = await db.transaction((tx) => rebuildReports(tx, organizationId));
    result.push(columns([organizationId, differed === 1 ? '1 row differed' : `${differed} rows differed`]));
  }
  return { result };
}

async function operatorOf({ organizations }: Services, tx: Tx): Promise<Actor> {
  const operator = await organizations.operator(tx);
  if (operator === null) throw new StartError('No organization exists yet. Start the server once.');
  return systemActor(operator.id, null);
}

function allOrganizations({ organizations }: Services, tx: Tx, operator: Actor): Promise<Organization[]> {
  return everyPage((page) => organizations.list(tx, operator, { filter: {}, search: null, page }));
}

type TransactionCommand = Command & { readonly name: Exclude<Command['name'], 'reports rebuild'> };

async function runInTransaction(services: Services, tx: Tx, command: TransactionCommand): Promise<Printed> {
  const { organizations, apiKeys, users, invites } = services;
  const asOperator = await operatorOf(services, tx);
  const { subject: id, keyName: name, permissions, expiresAt } = command;
  const owner = () => organizationOf(services, tx, command, asOperator);
  switch (command.name) {
    case 'organizations list': {
      const all = await allOrganizations(services, tx, asOperator);
      return { result: all.map((each) => columns([each.id, each.name, each.isOperator ? 'operator' : ''])) };
    }
    case 'organizations create': {
      const { organization, apiKey } = await organizations.register(tx, asOperator, { name: id });
      return shown(apiKey, `Created organization ${organization.id} with admin key`);
    }
    case 'keys list': {
      const actor = await owner();
      const all = await everyPage((page) => apiKeys.list(tx, actor, { filter: {}, search: null, page }));
      return { result: all.map(keyLine) };
    }
    case 'keys create': {
      const input = { name: name ?? null, permissions: permissions ?? null };
      return shown(await apiKeys.create(tx, await owner(), input), 'Created key');
    }
    case 'keys update': {
      const changes = { ...(name !== undefined && { name }), ...(permissions && { permissions }) };
      return { result: [keyLine(await apiKeys.update(tx, await owner(), { id, ...changes }))] };
    }
    case 'keys rotate': {
      const input = { id, expiresAt: expiresAt ?? null, ...(name !== undefined && { name }) };
      return shown(await apiKeys.rotate(tx, await owner(), input), `Replaced key ${id} by`);
    }
    case 'keys delete':
      await apiKeys.delete(tx, await owner(), id);
      return { result: [], remark: `Deleted key ${id}.` };
    case 'members invite': {
      const input = { email: id, roles: command.roles ?? [ADMIN] };
      const { link } = await invites.create(tx, await owner(), input);
      return { result: [link], remark: `Invited ${id}. The link is shown only this once.` };
    }
    case 'secrets keys':
    case 'secrets forget':
    case 'secrets reseal':
    case 'secrets rotate':
    case 'secrets end':
      return runOnSecrets(services, tx, command.name, id);
    case 'members reset-password': {
      const link = await users.issueReset(tx, normalizedEmail(id));
      if (link === null) throw new StartError(`No member has the address ${id}.`);
      return { result: [link], remark: `${id} chooses a new password at this link.` };
    }
  }
}

type SecretsCommand = Extract<Command['name'], `secrets ${string}`>;

/** @param of what the secret signs; empty for other commands. */
async function runOnSecrets(services: Services, tx: Tx, name: SecretsCommand, of: string): Promise<Printed> {
  switch (name) {
    case 'secrets keys': {
      const { keyIds } = services.encryption;
      const used = await encryptionKeyIdOf(tx);
      const isUsed = (keyId: string) => keyId === used;
      return {
        result: keyIds.map((keyId) => columns([keyId, isUsed(keyId) ? 'encrypts what is stored' : ''])),
        ...(used !== null &&
          !keyIds.some(isUsed) && { remark: `What is stored is encrypted with key ${used}.` }),
      };
    }
    case 'secrets forget': {
      const providers = await services.providerSecrets.deleteClosed(tx);
      const integrations = await services.integrationSecrets.deleteClosed(tx);
      await takeKey(services, tx);
      const deleted = [
        ...providers.map(({ providerType: type, ...connection }) => ({ ...connection, type })),
        ...integrations.map(({ integrationType: type, ...connection }) => ({ ...connection, type })),
      ];
      return {
        result: deleted.map(({ organizationId, type, name: called, code }) =>
          columns([organizationId, type, called, code]),
        ),
        remark: `Deleted the secrets of ${deleted.length} connections. Restart the servers, so that they store new ones.`,
      };
    }
    case 'secrets reseal': {
      const ofProviders = await services.providerSecrets.resealAll(tx);
      const sealed = ofProviders + (await services.integrationSecrets.resealAll(tx));
      await takeKey(services, tx);
      return { result: [], remark: `Encrypted the secrets of ${sealed} connections with the first key.` };
    }
    case 'secrets rotate':
      if (of === WEBHOOKS) await services.signingKeys.rotate(tx);
      else await rotateSecret(tx, signedIn(of));
      return {
        result: [],
        remark: `Running servers sign with the new secret of ${of} within ${KEPT_FOR_MS / 1_000} seconds.`,
      };
    case 'secrets end':
      if (of === WEBHOOKS) await services.signingKeys.endPrevious(tx);
      else await endPreviousSecret(tx, signedIn(of));
      return {
        result: [],
        remark: `What the former secret of ${of} has signed ends within ${KEPT_FOR_MS / 1_000} seconds.`,
      };
  }
}

/** The pair of keys that signs webhooks. */
const WEBHOOKS = 'webhooks';

function signedIn(name: string): Signed {
  if (name in SIGNED) return name as Signed;
  throw new StartError(
    `There is no secret ${name}; there are ${[...Object.keys(SIGNED), WEBHOOKS].join(', ')}.`,
  );
}

/** The first key of this program encrypts the secrets of the installation from now on. */
async function takeKey({ encryption, clock }: Services, tx: Tx): Promise<void> {
  const [first] = encryption.keyIds;
  if (first === undefined)
    throw new StartError('This command needs ENCRYPTION_KEY, or the DATA_DIR with the key of the server.');
  await useKey(tx, first, clock.now());
}

async function organizationOf(
  { organizations }: Services,
  tx: Tx,
  { organizationId }: Command,
  operator: Actor,
): Promise<Actor> {
  if (organizationId === undefined) return operator;
  const organization = await organizations.find(tx, organizationId);
  if (organization === null) throw new StartError(`There is no organization ${organizationId}.`);
  return systemActor(organization.id, null);
}

/** The output for a new key. The result is only its value, so that a script can store it. */
function shown(key: IssuedKey, what: string): Printed {
  return { result: [key.value], remark: `${what} ${key.id}. Its value is shown only this once.` };
}

function keyLine(key: ApiKey): string {
  return columns([
    key.id,
    maskApiKey(key),
    key.name ?? '',
    `expires: ${key.expiresAt?.toISOString() ?? 'never'}`,
    `last used: ${key.lastUsedAt?.toISOString() ?? 'never'}`,
    permissionList(key),
  ]);
}

function permissionList({ permissions }: ApiKey): string {
  if (permissions === 'all') return 'all';
  const granted = Object.entries(permissionMap(permissions));
  return granted.flatMap(([resource, modes]) => modes.map((mode) => `${resource}:${mode}`)).join(',');
}

function columns(values: readonly string[]): string {
  return values.join('\t').trimEnd();
}

const PAGE_SIZE = 100;

async function everyPage<Row>(read: (page: PageRequest) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const found = await read({ kind: 'page', page, size: PAGE_SIZE });
    rows.push(...found.rows);
    if (!found.hasNext) return rows;
  }
}
