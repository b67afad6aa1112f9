import { describe, expect, test } from '@jest/globals';
import { RESOURCES } from '../../platform/api/access/resource-permissions.js';
import { readCommand } from './command-line.js';

test.each<[string, object]>([
  ['organizations list', { name: 'organizations list', subject: '' }],
  ['reports rebuild --organization o', { name: 'reports rebuild', subject: '', organizationId: 'o' }],
  ['organizations create Acme', { name: 'organizations create', subject: 'Acme' }],
  [
    'keys create --name ci --permissions tax:read,event:read,event:write --organization o',
    {
      name: 'keys create',
      subject: '',
      organizationId: 'o',
      keyName: 'ci',
      permissions: { tax: ['read'], event: ['read', 'write'] },
    },
  ],
  [
    'keys rotate k --expires-at 2027-03-01T07:00:00Z',
    { name: 'keys rotate', subject: 'k', expiresAt: new Date('2027-03-01T07:00:00Z') },
  ],
  [
    'keys update k --permissions all',
    {
      name: 'keys update',
      subject: 'k',
      permissions: Object.fromEntries(RESOURCES.map((resource) => [resource, ['read', 'write']])),
    },
  ],
])('%s', (line, command) => {
  expect(readCommand(line.split(' '))).toEqual(command);
});

describe('invalid command lines are refused with the usage', () => {
  test.each<[string[], RegExp]>([
    [[], /^A command is missing\.\n\nnpm run admin -- COMMAND/],
    [['keys', 'burn'], /^Unknown command\.\n/],
    [['keys', 'rotate'], /^keys rotate takes one argument\.\n/],
    [['keys', 'list', 'all'], /^keys list takes no argument\.\n/],
    [['keys', 'list', '--all'], /^Unknown option '--all'/],
    [['keys', 'create', '--permissions', 'tax'], /^"tax" in --permissions is no resource:action\.\n/],
    [['keys', 'rotate', 'x', '--expires-at', 'soon'], /^--expires-at soon is no instant\.\n/],
  ])('the command line %j is refused with the usage', (args, message) => {
    expect(() => readCommand(args)).toThrow(message);
  });
});
