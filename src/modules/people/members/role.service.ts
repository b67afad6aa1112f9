import { isDeepStrictEqual } from 'node:util';
import { type Actor, isUnlimited } from '../../../platform/actor.js';
import { requireGrantToMembers } from '../../../platform/api/access/grants.js';
import {
  ADMIN,
  isMemberPermission,
  type MemberPermission,
  PREDEFINED_ROLES,
} from '../../../platform/api/access/member-permissions.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { lockExclusively } from '../../../platform/db/statements/locks.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitText, requireText } from '../../../platform/errors/input-rules.js';
import type { PeopleNeeds } from '../people.needs.js';
import { inviteRepository } from '../records/invite.repository.js';
import { membershipRepository } from '../records/membership.repository.js';
import type { CreateRole, UpdateRole } from '../records/person.input.js';
import { roleRepository } from '../records/role.repository.js';
import type { CustomRole } from '../records/role.table.js';

/** Most custom roles of an organization. */
const MOST_ROLES = 100;
const NAME_LENGTH = 100;
const CODE_LENGTH = 100;
const CODE = /^[a-z\d_]+$/;

/** A predefined or custom role. */
export interface Role {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly permissions: readonly MemberPermission[];
  readonly isPredefined: boolean;
}

/** The predefined roles have the same ids in every organization. */
const PREDEFINED: readonly Role[] = [
  ['00000000-0000-7000-8000-000000000001', ADMIN, 'Admin', 'Can do everything.'],
  ['00000000-0000-7000-8000-000000000002', 'finance', 'Finance', 'Bills, and sees the figures.'],
  ['00000000-0000-7000-8000-000000000003', 'manager', 'Manager', 'Looks after customers and subscriptions.'],
].map(([id = '', code = '', name = '', description = '']) => ({
  id,
  code,
  name,
  description,
  permissions: PREDEFINED_ROLES[code] ?? [],
  isPredefined: true,
}));

/** Changes of roles, members and invitations of an organization wait for each other until their transactions end. */
export function lockPeople(tx: Tx, organizationId: string): Promise<void> {
  return lockExclusively(tx, 'people', organizationId);
}

/** Manages the roles of an organization. Source: auth.md §4. */
export class RoleService {
  constructor(private readonly needs: Pick<PeopleNeeds, 'clock' | 'changes'>) {}

  /** Predefined roles first, then custom ones, oldest first. */
  async list(db: Db, { organizationId }: Actor): Promise<Role[]> {
    return [...PREDEFINED, ...(await roleRepository.all(db, organizationId)).map(shown)];
  }

  /** @param key id or code. @throws AppError `role_not_found`. */
  async get(db: Db, { organizationId }: Actor, key: string): Promise<Role> {
    const predefined = PREDEFINED.find(({ id, code }) => id === key || code === key);
    if (predefined !== undefined) return predefined;
    const custom = await roleRepository.find(db, organizationId, key);
    if (custom === null) throw notFound('role');
    return shown(custom);
  }

  /** @throws AppError `validation_errors`, `cannot_grant_permissions`. */
  async create(tx: Tx, actor: Actor, { code, name, description, permissions }: CreateRole): Promise<Role> {
    const { organizationId } = actor;
    await lockPeople(tx, organizationId);
    const known = await roleRepository.all(tx, organizationId);
    const errors = new FieldErrors();
    requireText(errors, 'code', code, CODE_LENGTH);
    if (!errors.has('code')) {
      if (!CODE.test(code)) errors.add('code', 'invalid_format');
      else if ([...PREDEFINED, ...known].some((role) => role.code === code))
        errors.add('code', 'value_already_exist');
    }
    requireText(errors, 'name', name, NAME_LENGTH);
    limitText(errors, 'description', description);
    const granted = readPermissions(errors, permissions);
    if (known.length >= MOST_ROLES)
      errors.addOverLimit('base', 'exceeded_limit', `An organization has at most ${MOST_ROLES} roles.`);
    errors.throwIfAny();
    requireGrantToMembers(actor, granted);
    const now = this.needs.clock.now();
    const role: CustomRole = {
      id: newId(),
      organizationId,
      code,
      name,
      description: description ?? null,
      permissions: granted,
      createdAt: now,
      updatedAt: now,
    };
    await roleRepository.insert(tx, role);
    await this.needs.changes.announce(tx, actor, { type: 'role.created', role });
    return shown(role);
  }

  /** @throws AppError `role_not_found`, `predefined_role`, `validation_errors`, `cannot_grant_permissions`. */
  async update(tx: Tx, actor: Actor, { id, name, description, permissions }: UpdateRole): Promise<Role> {
    await lockPeople(tx, actor.organizationId);
    const role = await this.custom(tx, actor, id);
    const errors = new FieldErrors();
    requireText(errors, 'name', name, NAME_LENGTH);
    limitText(errors, 'description', description);
    const granted = permissions === undefined ? role.permissions : readPermissions(errors, permissions ?? []);
    errors.throwIfAny();
    if (!isDeepStrictEqual(granted, role.permissions)) requireGrantToMembers(actor, granted);
    const changed: CustomRole = {
      ...role,
      name: name ?? role.name,
      description: description === undefined ? role.description : description,
      permissions: granted,
    };
    if (isDeepStrictEqual(changed, role)) return shown(role);
    changed.updatedAt = this.needs.clock.now();
    await roleRepository.updateRow(tx, changed);
    await this.needs.changes.announce(tx, actor, {
      type: 'role.updated',
      role: changed,
      before: role,
    });
    return shown(changed);
  }

  /** @throws AppError `role_not_found`, `predefined_role`, `role_assigned_to_members`. */
  async delete(tx: Tx, actor: Actor, id: string): Promise<Role> {
    const { organizationId } = actor;
    await lockPeople(tx, organizationId);
    const role = await this.custom(tx, actor, id);
    const uses =
      (await membershipRepository.countWithRole(tx, organizationId, role.code)) +
      (await inviteRepository.countPendingWithRole(tx, organizationId, role.code));
    if (uses > 0) throw new AppError('forbidden', 'role_assigned_to_members');
    await roleRepository.delete(tx, role.organizationId, role.id);
    await this.needs.changes.announce(tx, actor, { type: 'role.deleted', role });
    return shown(role);
  }

  /**
   * Reads the codes of roles that a member or an invitation is to have, and reports unknown ones. Call it under
   * `lockPeople`.
   * @param before the codes it has.
   * @throws AppError `cannot_grant_permissions` when the caller does not hold what an added role allows. To others than
   *   admins: `cannot_grant_admin`, and `cannot_change_admin` if it has the role of an admin.
   */
  async readCodes(
    tx: Tx,
    actor: Actor,
    errors: FieldErrors,
    { codes, before = [] }: { codes: readonly string[]; before?: readonly string[] },
  ): Promise<string[]> {
    requireAdminToChange(actor, before);
    const known = new Map((await this.list(tx, actor)).map((role) => [role.code, role]));
    const distinct = [...new Set(codes)].toSorted();
    if (distinct.length === 0) errors.add('roles', 'value_is_mandatory');
    if (distinct.some((code) => !known.has(code))) errors.add('roles', 'invalid_role');
    if (distinct.includes(ADMIN) && !isUnlimited(actor))
      throw new AppError('forbidden', 'cannot_grant_admin');
    const added = distinct.filter((code) => !before.includes(code));
    requireGrantToMembers(
      actor,
      added.flatMap((code) => known.get(code)?.permissions ?? []),
    );
    return distinct;
  }

  private async custom(tx: Tx, { organizationId }: Actor, key: string): Promise<CustomRole> {
    if (PREDEFINED.some(({ id, code }) => id === key || code === key))
      throw new AppError('forbidden', 'predefined_role');
    const role = await roleRepository.find(tx, organizationId, key);
    if (role === null) throw notFound('role');
    return role;
  }
}

/**
 * Only admins change the roles of admins, remove them, or change and revoke the invitations of some.
 * @param roles codes of those that the member or the invitation has.
 * @throws AppError `cannot_change_admin`.
 */
export function requireAdminToChange(actor: Actor, roles: readonly string[]): void {
  if (roles.includes(ADMIN) && !isUnlimited(actor)) throw new AppError('forbidden', 'cannot_change_admin');
}

function shown({ id, code, name, description, permissions }: CustomRole): Role {
  return { id, code, name, description, permissions, isPredefined: false };
}

/** Reports a list of permissions that is empty or has an unknown one. */
function readPermissions(errors: FieldErrors, sent: readonly string[]): MemberPermission[] {
  if (sent.length === 0) errors.add('permissions', 'value_is_mandatory');
  const known = sent.filter(isMemberPermission);
  if (known.length < sent.length) errors.add('permissions', 'value_is_invalid');
  return [...new Set(known)].toSorted();
}
