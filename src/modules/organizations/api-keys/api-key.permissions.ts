import {
  type GrantableResource,
  type Mode,
  MODES,
  type Permissions,
  RESOURCES,
} from '../../../platform/api/access/resource-permissions.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';

/** The granted modes by resource; an omitted resource is not accessible. */
export type PermissionMap = Partial<Record<GrantableResource, readonly Mode[]>>;

const isResource = (name: string): name is GrantableResource =>
  (RESOURCES as readonly string[]).includes(name);
const isMode = (word: unknown): word is Mode => (MODES as readonly unknown[]).includes(word);

/**
 * Validates the permissions of a new or changed key. A map that grants everything makes an unlimited key, so that the map
 * of an unlimited key can be sent back. Adds the errors `forbidden_keys` and `forbidden_values` (auth.md §1).
 */
export function readPermissions(errors: FieldErrors, sent: Readonly<Record<string, unknown>>): Permissions {
  const map: PermissionMap = {};
  for (const [resource, modes] of Object.entries(sent)) {
    if (!isResource(resource)) errors.add('permissions', 'forbidden_keys');
    else if (!Array.isArray(modes) || !modes.every(isMode)) errors.add('permissions', 'forbidden_values');
    else map[resource] = MODES.filter((mode) => modes.includes(mode));
  }
  return grantsEverything(map) ? 'all' : map;
}

/** The permissions of a key as a complete map. */
export function permissionMap(permissions: Permissions): PermissionMap {
  if (permissions !== 'all') return permissions;
  return Object.fromEntries(RESOURCES.map((resource) => [resource, MODES]));
}

function grantsEverything(map: PermissionMap): boolean {
  return RESOURCES.every((resource) => map[resource]?.length === MODES.length);
}
