import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../platform/actor.js';
import { indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { refuseTaken } from '../../../platform/db/postgres/postgres-error.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { notAllowed, notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { requireText } from '../../../platform/errors/input-rules.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { IntegrationsNeeds } from '../integrations.needs.js';
import type {
  CreateIntegration,
  IntegrationFilter,
  UpdateIntegration,
} from '../records/integration.input.js';
import { integrationMappingRepository } from '../records/integration-mapping.repository.js';
import { integrationRepository } from '../records/integration.repository.js';
import type { Integration } from '../records/integration.table.js';
import {
  type IntegrationSettings,
  secretsAfter,
  sendsSecrets,
  type SentSettings,
  settingsAfter,
} from '../types/integration-settings.rules.js';
import {
  INTEGRATION_TYPE_NAMES,
  type IntegrationTypeName,
  memberOfType,
  rulesOfType,
} from '../types/integration-types.js';
import type { IntegrationChecks } from './integration-checks.js';
import type { IntegrationSecrets } from './integration-secrets.js';
import { newSigningSecret, withSigningSecret } from './signing-secrets.js';

const refuseTakenCode = refuseTaken('integrations_code', 'code');

/** A connection, and the secret that was generated for it: whoever asked for it sees it this once. */
export interface IntegrationWithSecret {
  readonly integration: Integration;
  readonly signingSecret: string | null;
}

interface Needs extends Pick<IntegrationsNeeds, 'clock' | 'changes' | 'outgoing'> {
  /** The types that can be connected. */
  readonly integrationSecrets: IntegrationSecrets;
  readonly integrationChecks: Pick<IntegrationChecks, 'queue'>;
}

/** Manages connections to outside systems for taxes, accounting and CRM. Source: integrations.md §2. */
export class IntegrationService {
  constructor(private readonly needs: Needs) {}

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Integration>> {
    return indexBy(await integrationRepository.findMany(db, actor.organizationId, ids), ({ id }) => id);
  }

  /** Includes deleted connections. */
  async getWithDeleted(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Integration>> {
    const found = await integrationRepository.findWithDeleted(db, actor.organizationId, ids);
    return indexBy(found, ({ id }) => id);
  }

  list(db: Db, actor: Actor, query: ListQuery<IntegrationFilter>): Promise<Page<Integration>> {
    return integrationRepository.list(db, actor.organizationId, query);
  }

  /**
   * A connection that cannot be changed or deleted until the transaction ends.
   * @throws AppError `integration_not_found`.
   */
  async keep(tx: Tx, actor: Actor, id: string): Promise<Integration> {
    const integration = isUuid(id) ? await this.keepIfLive(tx, actor, id) : null;
    if (integration === null) throw notFound('integration');
    return integration;
  }

  /** The connection, kept as by `keep`; null if it was deleted. */
  async keepIfLive(tx: Tx, { organizationId }: Actor, id: string): Promise<Integration | null> {
    const [integration] = await integrationRepository.keepMany(tx, organizationId, [id]);
    return integration ?? null;
  }

  /** The connections with these codes, kept as by `keep`; unknown codes are omitted. */
  async keepNamed(tx: Tx, { organizationId }: Actor, codes: readonly string[]): Promise<Integration[]> {
    return codes.length === 0 ? [] : integrationRepository.keepNamed(tx, organizationId, codes);
  }

  /** @throws AppError `validation_errors` (integrations.md §2). */
  async create(tx: Tx, actor: Actor, input: CreateIntegration): Promise<IntegrationWithSecret> {
    const { clock, changes, integrationSecrets, integrationChecks } = this.needs;
    const refused = await this.refusedUrls(input);
    const errors = new FieldErrors();
    const type = INTEGRATION_TYPE_NAMES.find((name) => name === input.type) ?? null;
    if (type === null) errors.add('type', 'unsupported_value');
    requireText(errors, 'name', input.name ?? null);
    requireText(errors, 'code', input.code ?? null);
    if (type === null) throw errors.error();
    const sent = sentOf(errors, type, input, 'value_must_be_blank');
    const settings = this.settingsAfter(errors, type, sent, { known: {}, refused });
    const secrets = secretsAfter(errors, type, sent, {});
    errors.throwIfAny();
    const now = clock.now();
    const id = newId();
    const signingSecret = rulesOfType(type).hasSigningSecret === true ? newSigningSecret() : null;
    const sealed = signingSecret === null ? secrets : withSigningSecret(secrets, signingSecret);
    const integration: Integration = {
      id,
      organizationId: actor.organizationId,
      integrationType: type,
      name: input.name ?? '',
      code: input.code ?? '',
      settings,
      secrets: integrationSecrets.seal(id, sealed),
      secretRotatedAt: null,
      externalIds: {},
      checkedAt: null,
      checkErrorCode: null,
      checkErrorMessage: null,
      refusalReportedAt: null,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await integrationRepository.insert(tx, integration).catch(refuseTakenCode);
    await changes.announce(tx, actor, { type: 'integration.created', integration });
    await integrationChecks.queue(tx, integration);
    return { integration, signingSecret };
  }

  /**
   * New secrets may take the place of those that cannot be opened, if all that are needed are sent.
   * @throws AppError `integration_not_found`, `validation_errors`.
   */
  async update(tx: Tx, actor: Actor, { id, ...input }: UpdateIntegration): Promise<Integration> {
    const { clock, changes, integrationSecrets, integrationChecks } = this.needs;
    const refused = await this.refusedUrls(input);
    const former = await this.lock(tx, actor, id);
    const { integrationType: type } = former;
    const errors = new FieldErrors();
    requireText(errors, 'name', input.name);
    requireText(errors, 'code', input.code);
    const sent = sentOf(errors, type, input, 'value_is_immutable');
    const settings = this.settingsAfter(errors, type, sent, { known: former.settings, refused });
    const known = integrationSecrets.openIfPossible(former);
    const secrets = sendsSecrets(type, sent) ? secretsAfter(errors, type, sent, known) : known;
    errors.throwIfAny();
    const hasNewSecrets = Object.entries(secrets).some(([name, secret]) => known[name] !== secret);
    const integration: Integration = {
      ...former,
      name: input.name ?? former.name,
      code: input.code ?? former.code,
      settings,
      secrets: hasNewSecrets ? integrationSecrets.seal(former.id, secrets) : former.secrets,
      updatedAt: clock.now(),
    };
    await integrationRepository.updateRow(tx, integration).catch(refuseTakenCode);
    await changes.announce(tx, actor, { type: 'integration.updated', integration, former, hasNewSecrets });
    if (hasNewSecrets || !isDeepStrictEqual(settings, former.settings))
      await integrationChecks.queue(tx, integration);
    return integration;
  }

  /**
   * Generates another signing secret. The one before it signs beside it for 24 hours.
   * @throws AppError `integration_not_found`; kind `notAllowed`, `feature_not_supported` for a type without one.
   */
  async rotateSecret(tx: Tx, actor: Actor, id: string): Promise<IntegrationWithSecret> {
    const { clock, changes, integrationSecrets } = this.needs;
    const former = await this.lock(tx, actor, id);
    if (rulesOfType(former.integrationType).hasSigningSecret !== true)
      throw notAllowed('feature_not_supported');
    const now = clock.now();
    const signingSecret = newSigningSecret();
    const secrets = withSigningSecret(integrationSecrets.openIfPossible(former), signingSecret);
    const integration: Integration = {
      ...former,
      secrets: integrationSecrets.seal(former.id, secrets),
      secretRotatedAt: now,
      updatedAt: now,
    };
    await integrationRepository.updateRow(tx, integration);
    const update = { integration, former, hasNewSecrets: true };
    await changes.announce(tx, actor, { type: 'integration.updated', ...update });
    return { integration, signingSecret };
  }

  /**
   * Deletes a connection with its secrets, mappings and links. What was recorded of documents there stays.
   * @throws AppError `integration_not_found`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<Integration> {
    const { clock, changes } = this.needs;
    const integration = await this.lock(tx, actor, id);
    const { organizationId } = actor;
    const integrationId = integration.id;
    await integrationMappingRepository.deleteOf(tx, organizationId, { integrationId });
    await integrationRepository.update(tx, organizationId, integrationId, {
      deletedAt: clock.now(),
      secrets: null,
    });
    await changes.announce(tx, actor, { type: 'integration.deleted', integration });
    return integration;
  }

  private async lock(tx: Tx, { organizationId }: Actor, id: string): Promise<Integration> {
    const integration = isUuid(id) ? await integrationRepository.lock(tx, organizationId, id) : null;
    if (integration === null) throw notFound('integration');
    return integration;
  }

  /** The sent addresses that the server must not call. Name servers may be slow: they are asked before anything is locked. */
  private async refusedUrls(input: SentByType): Promise<ReadonlySet<unknown>> {
    const refused = new Set<unknown>();
    for (const type of INTEGRATION_TYPE_NAMES) {
      for (const { name } of urlMembers(type)) {
        const url = input[memberOfType(type)]?.[name];
        if (typeof url === 'string' && !(await this.needs.outgoing.accepts(url))) refused.add(url);
      }
    }
    return refused;
  }

  /** The settings after a request; addresses that the server must not call are reported. */
  private settingsAfter(
    errors: FieldErrors,
    type: IntegrationTypeName,
    sent: SentSettings,
    { known, refused }: { readonly known: IntegrationSettings; readonly refused: ReadonlySet<unknown> },
  ): IntegrationSettings {
    const allowsHttp = this.needs.outgoing.allowsPrivateNetworks;
    const settings = settingsAfter(errors, type, sent, { known, allowsHttp });
    for (const { name, path } of urlMembers(type))
      if (refused.has(sent[name]) && !errors.has(path)) errors.add(path, 'url_is_invalid');
    return settings;
  }
}

type SentByType = Omit<CreateIntegration, 'type'>;

/** The settings of a type that are addresses, and the paths of their errors. */
function urlMembers(type: IntegrationTypeName): { readonly name: string; readonly path: string }[] {
  return Object.entries(rulesOfType(type).settings).flatMap(([name, { kind }]) =>
    kind === 'url' ? [{ name, path: `${memberOfType(type)}.${name}` }] : [],
  );
}

/** What was sent for a type. @param code reports settings of other types. */
function sentOf(
  errors: FieldErrors,
  type: IntegrationTypeName,
  input: SentByType,
  code: 'value_must_be_blank' | 'value_is_immutable',
): SentSettings {
  for (const other of INTEGRATION_TYPE_NAMES)
    if (other !== type && (input[memberOfType(other)] ?? null) !== null)
      errors.add(memberOfType(other), code);
  return input[memberOfType(type)] ?? {};
}
