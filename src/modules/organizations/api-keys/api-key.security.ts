import { permissionMap } from './api-key.permissions.js';
import type { ApiKey } from './api-key.table.js';

// What the security log shows of changes of keys. Source: logs.md §4.

type Resources = Readonly<Record<string, unknown>>;

export function resourcesOfKey(key: ApiKey): Resources {
  return { name: key.name, value_ending: key.lastFour, permissions: flatPermissions(key) };
}

export function resourcesOfUpdate({ key, before }: { key: ApiKey; before: ApiKey }): Resources {
  const [granted, grantedBefore] = [flatPermissions(key), flatPermissions(before)];
  const permissions = {
    deleted: grantedBefore.filter((permission) => !granted.includes(permission)),
    added: granted.filter((permission) => !grantedBefore.includes(permission)),
  };
  return { ...resourcesOfKey(key), permissions };
}

export function resourcesOfRotation({ key, replaced }: { key: ApiKey; replaced: ApiKey }): Resources {
  return { ...resourcesOfKey(key), value_ending: { deleted: replaced.lastFour, added: key.lastFour } };
}

/** The permissions of a key as a list: `plan:read`. */
function flatPermissions({ permissions }: ApiKey): string[] {
  return Object.entries(permissionMap(permissions)).flatMap(([resource, modes]) =>
    modes.map((mode) => `${resource}:${mode}`),
  );
}
