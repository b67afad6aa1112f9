import { randomBytes } from 'node:crypto';
import { freeSlug, slugOf } from '../../core/invoicing/numbers/organization-slug.js';
import { type Actor, isUnlimited, systemActor } from '../../platform/actor.js';
import { requirePermission } from '../../platform/api/access/permissions.js';
import type { Changes } from '../../platform/changes/changes.js';
import type { Clock } from '../../platform/clock.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid, newId } from '../../platform/db/tables/ids.js';
import { lockExclusively } from '../../platform/db/statements/locks.js';
import { AppError } from '../../platform/errors/app-error.js';
import { leaveWall } from '../../platform/db/layers/tenant-wall.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { requireText } from '../../platform/errors/input-rules.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import type { AuthenticationMethod } from '../../platform/identity/authentication-methods.js';
import type { ApiKeyService, IssuedKey } from './api-keys/api-key.service.js';
import type { OrganizationChange } from './organization.changes.js';
import { organizationRepository } from './records/organization.repository.js';
import type { CreateOrganization, UpdateOrganization } from './records/organization.input.js';
import type { Organization } from './records/organization.table.js';

/** The number of days that the logs of a new organization show. Source: logs.md, head. */
const DEFAULT_AUDIT_PERIOD_DAYS = 30;
/** A hundred years. */
const MAX_AUDIT_PERIOD_DAYS = 36_500;
const DAY_MS = 86_400_000;
/** How long the standard signatures of webhooks are made with the old key, too. */
const OVERLAP_MS = 86_400_000;

const HMAC_KEY_BYTES = 32;

/** Reads, creates and changes organizations. */
export class OrganizationService {
  constructor(
    private readonly clock: Clock,
    private readonly apiKeys: ApiKeyService,
    private readonly changes: Changes<OrganizationChange>,
  ) {}

  /** Creates an organization; a reaction gives it its default billing entity. */
  async create(
    tx: Tx,
    { name, isOperator = false }: { name: string; isOperator?: boolean },
  ): Promise<Organization> {
    const now = this.clock.now();
    const organization: Organization = {
      id: newId(),
      name,
      slug: await this.freeSlug(tx, name),
      lastCustomerNumber: 0,
      customerNumbersSkipped: 0,
      isOperator,
      auditPeriodDays: DEFAULT_AUDIT_PERIOD_DAYS,
      hasSecurityLog: true,
      issuesReceipts: true,
      authenticationMethods: ['email_password'],
      hmacKey: newHmacKey(),
      previousHmacKey: null,
      previousHmacKeyUntil: null,
      createdAt: now,
      updatedAt: now,
    };
    await organizationRepository.insert(tx, organization);
    const actor = systemActor(organization.id, null);
    await this.changes.announce(tx, actor, { type: 'organization.created', organization });
    return organization;
  }

  /** Two organizations that are created at once wait here for each other, since they may have the same name. */
  private async freeSlug(tx: Tx, name: string): Promise<string> {
    await lockExclusively(tx, 'organization-slug', 'all');
    const base = slugOf(name);
    return freeSlug(base, await organizationRepository.findSlugs(tx, base));
  }

  /** The organization of the actor. */
  async get(db: Db, { organizationId }: Actor): Promise<Organization> {
    const organization = await organizationRepository.find(db, organizationId);
    return expectPresent(organization ?? undefined, `organization ${organizationId}`);
  }

  /** The organization that the first start created; null before it. */
  operator(db: Db): Promise<Organization | null> {
    return organizationRepository.findOperator(db);
  }

  async find(db: Db, id: string): Promise<Organization | null> {
    return isUuid(id) ? organizationRepository.find(db, id) : null;
  }

  /** The instant from which on the activity log and the API log are shown; null: from the beginning. */
  async auditedSince(db: Db, actor: Actor): Promise<Date | null> {
    const { auditPeriodDays: days } = await this.get(db, actor);
    return days === null ? null : new Date(this.clock.now().getTime() - days * DAY_MS);
  }

  /**
   * Changes the settings of the logs and of receipts.
   * @throws AppError `validation_errors`; `write_action_not_allowed_for_api_key` when a limited key, and `forbidden`
   *   when a member who is no admin would switch the security log, which also records what they do.
   */
  async update(
    tx: Tx,
    actor: Actor,
    { auditPeriodDays, hasSecurityLog, issuesReceipts }: UpdateOrganization,
  ): Promise<Organization> {
    const errors = new FieldErrors();
    if (hasSecurityLog === null) errors.add('hasSecurityLog', 'value_is_mandatory');
    if (issuesReceipts === null) errors.add('issuesReceipts', 'value_is_mandatory');
    const days = auditPeriodDays ?? DEFAULT_AUDIT_PERIOD_DAYS;
    if (days < 1 || days > MAX_AUDIT_PERIOD_DAYS) errors.add('auditPeriodDays', 'value_is_out_of_range');
    errors.throwIfAny();
    const current = await this.get(tx, actor);
    if (hasSecurityLog !== undefined && hasSecurityLog !== current.hasSecurityLog) requireUnlimited(actor);
    return organizationRepository.update(tx, actor.organizationId, {
      ...(auditPeriodDays === undefined ? {} : { auditPeriodDays }),
      ...(hasSecurityLog === undefined || hasSecurityLog === null ? {} : { hasSecurityLog }),
      ...(issuesReceipts === undefined || issuesReceipts === null ? {} : { issuesReceipts }),
      updatedAt: this.clock.now(),
    });
  }

  /**
   * All organizations, newest first; only for the operator.
   * @throws AppError `not_operator_organization`.
   */
  async list(db: Db, actor: Actor, query: ListQuery): Promise<Page<Organization>> {
    await this.requireOperator(db, actor);
    return organizationRepository.list(db, query);
  }

  /**
   * Creates an organization with an unlimited key; only for the operator (ADR 0028).
   * @throws AppError `not_operator_organization`, `validation_errors`.
   */
  async register(
    tx: Tx,
    actor: Actor,
    { name }: CreateOrganization,
  ): Promise<{ organization: Organization; apiKey: IssuedKey }> {
    await this.requireOperator(tx, actor);
    const errors = new FieldErrors();
    requireText(errors, 'name', name);
    errors.throwIfAny();
    await leaveWall(tx);
    const organization = await this.create(tx, { name });
    return { organization, apiKey: await this.apiKeys.issue(tx, organization.id, { name: 'Admin' }) };
  }

  /** The ids of all organizations. */
  allIds(db: Db): Promise<string[]> {
    return organizationRepository.allIds(db);
  }

  /**
   * Replaces the key that signs webhook messages. Their standard signatures are also made with the old one for a day, so
   * that receivers can change theirs in the meantime.
   */
  async rotateHmacKey(tx: Tx, actor: Actor): Promise<Organization> {
    const organization = await organizationRepository.lock(tx, actor.organizationId);
    const now = this.clock.now();
    const changes = {
      hmacKey: newHmacKey(),
      previousHmacKey: organization.hmacKey,
      previousHmacKeyUntil: new Date(now.getTime() + OVERLAP_MS),
      updatedAt: now,
    };
    await organizationRepository.update(tx, actor.organizationId, changes);
    return { ...organization, ...changes };
  }

  async setAuthenticationMethods(
    tx: Tx,
    { organizationId }: Actor,
    authenticationMethods: AuthenticationMethod[],
  ): Promise<Organization> {
    const updatedAt = this.clock.now();
    return organizationRepository.update(tx, organizationId, { authenticationMethods, updatedAt });
  }

  private async requireOperator(db: Db, actor: Actor): Promise<void> {
    const operator = await organizationRepository.findOperator(db);
    if (operator?.id !== actor.organizationId) throw new AppError('forbidden', 'not_operator_organization');
  }

  /** Prevents customer numbers up to this one from being given again, even if no customer has them any more. */
  retireCustomerNumbers(tx: Tx, actor: Actor, upTo: number): Promise<void> {
    return organizationRepository.retireCustomerNumbers(tx, actor.organizationId, upTo);
  }
}

function requireUnlimited(actor: Actor): void {
  if (isUnlimited(actor)) return;
  requirePermission(actor.permissions, { resource: 'api_key', mode: 'write' });
}

function newHmacKey(): string {
  return randomBytes(HMAC_KEY_BYTES).toString('base64');
}
