import { isDeepStrictEqual } from 'node:util';
import { type Actor, systemActor } from '../../../platform/actor.js';
import { requireGrantToKey } from '../../../platform/api/access/grants.js';
import type { Permissions } from '../../../platform/api/access/resource-permissions.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { invalid, notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitText } from '../../../platform/errors/input-rules.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { Limits } from '../../../platform/limits.js';
import type { OrganizationsNeeds } from '../organizations.needs.js';
import { generateApiKey, hashApiKey } from './api-key-value.js';
import type { ApiKeyChange } from './api-key.changes.js';
import { readPermissions } from './api-key.permissions.js';
import { apiKeyRepository } from './api-key.repository.js';
import type { CreateApiKey, RotateApiKey, UpdateApiKey } from './api-key.input.js';
import type { ApiKey } from './api-key.table.js';

/** A key that was just issued, with its value, which is not stored. */
export type IssuedKey = ApiKey & { readonly value: string };

/** The cache of keys in this process. */
interface KeyCache {
  /** Called before the transaction of a change commits. */
  expectChange(keyId: string): void;
}

interface Needs extends Pick<OrganizationsNeeds, 'clock' | 'changes'> {
  readonly cache: KeyCache;
  readonly limits: Pick<Limits, 'organizationKeys'>;
}

/** Manages the API keys of an organization; expired keys are ignored. Source: auth.md §1. */
export class ApiKeyService {
  constructor(private readonly needs: Needs) {}

  /** @throws AppError `api_key_not_found`. */
  async get(db: Db, actor: Actor, id: string): Promise<ApiKey> {
    const key = isUuid(id) ? await apiKeyRepository.find(db, actor.organizationId, { id }) : null;
    if (key === null) throw notFound('api_key');
    return key;
  }

  list(db: Db, actor: Actor, query: ListQuery): Promise<Page<ApiKey>> {
    return apiKeyRepository.list(db, actor.organizationId, query);
  }

  /** Stores a key, but only the hash and the last four characters of its value. */
  async issue(
    tx: Tx,
    organizationId: string,
    {
      value = generateApiKey(),
      name,
      permissions = 'all',
      isBootstrap = false,
    }: { value?: string; name: string | null; permissions?: Permissions; isBootstrap?: boolean },
  ): Promise<IssuedKey> {
    const key: ApiKey = {
      id: newId(),
      organizationId,
      name,
      valueHash: hashApiKey(value),
      lastFour: value.slice(-4),
      permissions,
      isBootstrap,
      expiresAt: null,
      lastUsedAt: null,
      createdAt: this.needs.clock.now(),
    };
    this.needs.cache.expectChange(key.id);
    await apiKeyRepository.insert(tx, key);
    return { ...key, value };
  }

  /**
   * Makes `value` the operator's admin key; the current one expires now.
   * @returns the keys it replaces; null if the value cannot be used, because it is or was another key.
   */
  async replaceBootstrapKey(tx: Tx, organizationId: string, value: string): Promise<ApiKey[] | null> {
    const valueHash = hashApiKey(value);
    const current = await apiKeyRepository.findByValueHash(tx, valueHash);
    if (current?.key.isBootstrap === true) return [];
    if (await apiKeyRepository.isValueTaken(tx, valueHash)) return null;
    const replaced = await apiKeyRepository.findBootstrap(tx, organizationId);
    for (const key of replaced) await this.expire(tx, key, null);
    const key = await this.issue(tx, organizationId, { value, name: 'Admin', isBootstrap: true });
    const operator = systemActor(organizationId, null);
    if (replaced.length === 0) await this.announce(tx, operator, { type: 'api_key.created', key });
    for (const each of replaced)
      await this.announce(tx, operator, { type: 'api_key.rotated', key, replaced: each });
    return replaced;
  }

  /** @throws AppError `validation_errors`, `cannot_grant_permissions`. */
  async create(tx: Tx, actor: Actor, { name, permissions: sent }: CreateApiKey): Promise<IssuedKey> {
    const errors = new FieldErrors();
    limitText(errors, 'name', name);
    const permissions = sent === undefined || sent === null ? 'all' : readPermissions(errors, sent);
    errors.throwIfAny();
    requireGrantToKey(actor, permissions);
    await apiKeyRepository.lockAll(tx, actor.organizationId);
    await this.requireRoom(tx, actor);
    const key = await this.issue(tx, actor.organizationId, { name: name ?? null, permissions });
    await this.announce(tx, actor, { type: 'api_key.created', key });
    return key;
  }

  /** @throws AppError `api_key_not_found`, `validation_errors`, `cannot_grant_permissions`. */
  async update(tx: Tx, actor: Actor, { id, name, permissions: sent }: UpdateApiKey): Promise<ApiKey> {
    const key = await this.get(tx, actor, id);
    const errors = new FieldErrors();
    limitText(errors, 'name', name);
    if (sent === null) errors.add('permissions', 'value_is_mandatory');
    const permissions = sent === undefined || sent === null ? key.permissions : readPermissions(errors, sent);
    errors.throwIfAny();
    const changes = { name: name === undefined ? key.name : name, permissions };
    const changed = { ...key, ...changes };
    if (isDeepStrictEqual(changed, key)) return key;
    if (!isDeepStrictEqual(permissions, key.permissions)) requireGrantToKey(actor, permissions);
    this.needs.cache.expectChange(id);
    await apiKeyRepository.update(tx, actor.organizationId, id, changes);
    await this.announce(tx, actor, { type: 'api_key.updated', key: changed, before: key });
    return changed;
  }

  /**
   * Replaces a key by a new one with the same permissions, whose value the caller sees. The old key expires at the given
   * instant, or now.
   * @throws AppError `api_key_not_found`, `validation_errors`, `cannot_grant_permissions`.
   */
  async rotate(tx: Tx, actor: Actor, { id, name, expiresAt }: RotateApiKey): Promise<IssuedKey> {
    // Of two concurrent rotations the second one finds the key expired.
    await apiKeyRepository.lockAll(tx, actor.organizationId);
    const key = await this.get(tx, actor, id);
    const errors = new FieldErrors();
    limitText(errors, 'name', name);
    if (expiresAt && expiresAt <= this.needs.clock.now()) errors.add('expiresAt', 'invalid_date');
    errors.throwIfAny();
    requireGrantToKey(actor, key.permissions);
    await this.expire(tx, key, expiresAt ?? null);
    await this.requireRoom(tx, actor);
    const issued = await this.issue(tx, actor.organizationId, {
      name: name === undefined ? key.name : name,
      permissions: key.permissions,
      isBootstrap: key.isBootstrap,
    });
    await this.announce(tx, actor, { type: 'api_key.rotated', key: issued, replaced: key });
    return issued;
  }

  /**
   * Expires a key now.
   * @throws AppError `api_key_not_found`, `validation_errors` with `last_non_expiring_api_key`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<ApiKey> {
    await apiKeyRepository.lockAll(tx, actor.organizationId);
    const key = await this.get(tx, actor, id);
    if (!(await apiKeyRepository.hasOtherWithoutExpiry(tx, actor.organizationId, id))) {
      throw invalid({ base: ['last_non_expiring_api_key'] });
    }
    await this.expire(tx, key, null);
    await this.announce(tx, actor, { type: 'api_key.deleted', key });
    return key;
  }

  /** @throws AppError `validation_errors` if the organization has as many keys as it may have. */
  private async requireRoom(tx: Tx, { organizationId }: Actor): Promise<void> {
    const { organizationKeys: most } = this.needs.limits;
    if ((await apiKeyRepository.countLive(tx, organizationId)) >= most)
      throw invalid({ base: ['exceeded_limit'] }, `An organization has at most ${most} API keys.`);
  }

  private announce(tx: Tx, actor: Actor, change: ApiKeyChange): Promise<void> {
    return this.needs.changes.announce(tx, actor, change);
  }

  /** @param at null: now, by the database's clock. */
  private expire(tx: Tx, { organizationId, id }: ApiKey, at: Date | null): Promise<void> {
    this.needs.cache.expectChange(id);
    return apiKeyRepository.expire(tx, organizationId, id, at);
  }
}
