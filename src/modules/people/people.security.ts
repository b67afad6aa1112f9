import type { CustomRole } from './records/role.table.js';
import { changeOfRoles } from './records/person.rules.js';

// What the security log shows of changes of roles. Source: logs.md §4.

type Resources = Readonly<Record<string, unknown>>;

export function resourcesOfRole({ code, name, description, permissions }: CustomRole): Resources {
  return { role_code: code, name, description, permissions };
}

export function resourcesOfRoleUpdate(role: CustomRole, before: CustomRole): Resources {
  const permissions = changeOfRoles(before.permissions, role.permissions);
  return { ...resourcesOfRole(role), permissions };
}
