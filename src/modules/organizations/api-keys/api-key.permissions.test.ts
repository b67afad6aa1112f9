import { describe, expect, test } from '@jest/globals';
import { MODES, type Permissions, RESOURCES } from '../../../platform/api/access/resource-permissions.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { permissionMap, readPermissions } from './api-key.permissions.js';

const everything = Object.fromEntries(RESOURCES.map((resource) => [resource, ['read', 'write']]));

function read(sent: Record<string, unknown>) {
  const errors = new FieldErrors();
  return [readPermissions(errors, sent), errors.details()];
}

describe('the permissions of a key (auth.md §1)', () => {
  test.each<[Record<string, unknown>, Permissions, string]>([
    [{}, {}, 'no access'],
    [{ plan: ['read'], invoice: [] }, { plan: ['read'], invoice: [] }, 'some access'],
    [{ plan: ['write', 'read', 'write'] }, { plan: ['read', 'write'] }, 'in one order, each once'],
    [everything, 'all', 'everything: without limits'],
    [{ ...everything, tax: ['read'] }, { ...everything, tax: ['read'] }, 'not quite everything'],
  ])('the permissions of case %#: %j: %s', (sent, expected) => {
    expect(read(sent)).toEqual([expected, {}]);
  });

  test.each<[Record<string, unknown>, string[], string]>([
    [{ spaceship: ['read'] }, ['forbidden_keys'], 'an unknown resource'],
    [{ api_key: ['read'] }, ['forbidden_keys'], 'what no limited key may have'],
    [{ plan: ['own'] }, ['forbidden_values'], 'an unknown mode'],
    [{ plan: 'read' }, ['forbidden_values'], 'no list'],
    [{ plan: null }, ['forbidden_values'], 'null'],
    [{ spaceship: [], plan: [1] }, ['forbidden_keys', 'forbidden_values'], 'both'],
  ])('%j is reported with %j: %s', (sent, codes) => {
    expect(read(sent)[1]).toEqual({ permissions: codes });
  });

  test('the permissions of a key that are read can be sent back', () => {
    for (const permissions of ['all', {}, { plan: ['read'] }, { tax: [...MODES] }] satisfies Permissions[]) {
      expect(read(permissionMap(permissions))).toEqual([permissions, {}]);
    }
  });
});
