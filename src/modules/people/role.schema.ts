import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { CreateRole, UpdateRole } from './person.input.js';

const PERMISSIONS = 'What the role allows, such as `invoices:view`; the query `permissions` lists them.';

@ObjectType('Role', { description: 'A role of members: a set of permissions.' })
export class RoleType {
  @Field(() => ID, { description: 'Identifies the role. Predefined roles have the same ids everywhere.' })
  id!: string;

  @Field(() => String, { description: 'Code of the role, by which memberships name it. It never changes.' })
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true, description: 'Description of the role.' })
  description!: string | null;

  @Field(() => [String], { description: PERMISSIONS })
  permissions!: string[];

  @Field(() => Boolean, {
    description:
      'Whether every organization has the role: `admin`, `finance`, `manager`. It cannot be changed.',
  })
  isPredefined!: boolean;
}

@ObjectType('RolePermission', { description: 'A permission that roles can have.' })
export class RolePermissionType {
  @Field(() => String, { description: 'Name of the permission: area and action, as in `invoices:view`.' })
  name!: string;

  @Field(() => [String], { description: 'Codes of the predefined roles that have the permission.' })
  predefinedRoles!: string[];
}

@InputType({ description: 'A new role.' })
export class CreateRoleInput implements CreateRole {
  @Field(() => String, {
    description: 'Lower-case letters, digits and underscores; at most 100. It cannot be changed later.',
  })
  code!: string;

  @Field(() => String, { description: 'Display name; at most 100 characters.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Description; at most 255 characters.' })
  description?: string | null;

  @Field(() => [String], { description: `${PERMISSIONS} At least one.` })
  permissions!: string[];
}

@InputType({ description: 'Changes of a role. Omitted fields keep their value.' })
export class UpdateRoleInput implements UpdateRole {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true, description: 'Display name; at most 100 characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Description; at most 255 characters.' })
  description?: string | null;

  @Field(() => [String], { nullable: true, description: `${PERMISSIONS} Replaces the whole list.` })
  permissions?: string[] | null;
}

@InputType()
export class DeleteRoleInput {
  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class RolePayload {
  @Field(() => RoleType)
  role!: RoleType;
}

@ObjectType()
export class DeleteRolePayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => RoleType, { description: 'The deleted role.' })
  role!: RoleType;
}
