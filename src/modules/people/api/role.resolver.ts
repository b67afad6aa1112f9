import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { MEMBER_PERMISSIONS, PREDEFINED_ROLES } from '../../../platform/api/access/member-permissions.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { requireOneIdentifier } from '../../../platform/api/members/require-one-identifier.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import {
  CreateRoleInput,
  DeleteRoleInput,
  DeleteRolePayload,
  RolePayload,
  RolePermissionType,
  RoleType,
  UpdateRoleInput,
} from './role.schema.js';
import type { Role, RoleService } from '../members/role.service.js';

/** Manages the roles of the caller's organization; requires an unlimited key, or the permissions of roles. */
@Resolver(() => RoleType)
export class RoleResolver {
  constructor(private readonly roles: RoleService) {}

  @Query(() => [RoleType], {
    name: 'roles',
    description: 'Roles of the organization: the predefined ones, then its own, oldest first. At most 103.',
  })
  @Permission('api_key', 'read')
  list(@Ctx() { db, actor }: Context): Promise<Role[]> {
    return this.roles.list(db, actor);
  }

  @Query(() => RoleType, { description: 'The role with this id or code.' })
  @Permission('api_key', 'read')
  role(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('code', () => String, { nullable: true }) code?: string | null,
  ): Promise<Role> {
    const identifier = requireOneIdentifier({ id, code });
    return this.roles.get(db, actor, 'id' in identifier ? identifier.id : identifier.code);
  }

  @Query(() => [RolePermissionType], { description: 'Every permission that roles can have.' })
  @Permission('api_key', 'read')
  permissions(): RolePermissionType[] {
    return MEMBER_PERMISSIONS.map((name) => ({
      name,
      predefinedRoles: Object.entries(PREDEFINED_ROLES).flatMap(([code, held]) =>
        held.includes(name) ? [code] : [],
      ),
    }));
  }

  @Mutation(() => RolePayload, { description: 'Creates a role.' })
  @Permission('api_key', 'write')
  @FailsWith({
    forbidden: ['cannot_grant_permissions'],
    fields: ['value_already_exist', 'invalid_format', 'value_is_invalid'],
  })
  async createRole(
    @Ctx() context: Context,
    @Arg('input', () => CreateRoleInput) input: CreateRoleInput,
  ): Promise<{ role: Role }> {
    return { role: await this.roles.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => RolePayload, {
    description: 'Updates a role. Members who have it get its permissions at once.',
  })
  @Permission('api_key', 'write')
  @FailsWith({
    notFound: ['role'],
    forbidden: ['predefined_role', 'cannot_grant_permissions'],
    fields: ['value_is_invalid'],
  })
  async updateRole(
    @Ctx() context: Context,
    @Arg('input', () => UpdateRoleInput) input: UpdateRoleInput,
  ): Promise<{ role: Role }> {
    return { role: await this.roles.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeleteRolePayload, { description: 'Deletes a role that nobody has.' })
  @Permission('api_key', 'write')
  @FailsWith({ notFound: ['role'], forbidden: ['predefined_role', 'role_assigned_to_members'] })
  async deleteRole(
    @Ctx() context: Context,
    @Arg('input', () => DeleteRoleInput) { id }: IdInput,
  ): Promise<{ deletedId: string; role: Role }> {
    return { deletedId: id, role: await this.roles.delete(context.beginWrite(), context.actor, id) };
  }
}
