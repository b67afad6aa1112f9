import { InputType, ObjectType } from 'type-graphql';
import { Flag, Id, Text, Texts } from '../../../platform/api/members/fields.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../../platform/api/members/shapes.js';
import type { CreateRole, UpdateRole } from '../records/person.input.js';

const PERMISSIONS =
  'Permissions that the role grants, such as `invoices:view`; the query `permissions` lists them all.';

@ObjectType('Role', { description: 'A role of members: a set of permissions.' })
export class RoleType {
  @Id('Identifies the role. Predefined roles have the same ids everywhere.') id!: string;
  @Text('Code of the role, by which memberships name it. It never changes.') code!: string;
  @Text() name!: string;
  @Text.orNull('Description of the role.') description!: string | null;
  @Texts(PERMISSIONS) permissions!: string[];
  @Flag('Whether every organization has the role: `admin`, `finance`, `manager`. It cannot be changed.')
  isPredefined!: boolean;
}

@ObjectType('RolePermission', { description: 'A permission that roles can have.' })
export class RolePermissionType {
  @Text('Name of the permission: area and action, as in `invoices:view`.') name!: string;
  @Texts('Codes of the predefined roles that have the permission.') predefinedRoles!: string[];
}

@InputType({ description: 'A new role.' })
export class CreateRoleInput implements CreateRole {
  @Text(
    'Code of the role: lower-case letters, digits and underscores; at most 100. It cannot be changed later.',
  )
  code!: string;
  @Text('Display name; at most 100 characters.') name!: string;
  @Text.orNull('Description of the role; at most 255 characters.') description?: string | null;
  @Texts(`${PERMISSIONS} At least one.`) permissions!: string[];
}

@InputType({ description: 'Changes of a role. Omitted fields keep their value.' })
export class UpdateRoleInput implements UpdateRole {
  @Id() id!: string;
  @Text.orNull('Display name; at most 100 characters.') name?: string | null;
  @Text.orNull('Description of the role; at most 255 characters.') description?: string | null;
  @Texts.orNull(`${PERMISSIONS} Replaces the whole list.`) permissions?: string[] | null;
}

export const DeleteRoleInput = idInput('DeleteRoleInput');
export const RolePayload = payloadOf('RolePayload', 'role', () => RoleType);
export const DeleteRolePayload = deletedPayloadOf('DeleteRolePayload', 'role', () => RoleType);
