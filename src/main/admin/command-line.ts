import { parseArgs } from 'node:util';
import { permissionMap } from '../../modules/organizations/api-keys/api-key.permissions.js';
import { parseInstant } from '../../platform/text/parse-instant.js';
import { StartError } from '../settings/start-error.js';

export const USAGE = `npm run admin -- COMMAND, or tollgate admin COMMAND

  organizations list
  organizations create NAME
  keys list
  keys create            [--name NAME] [--permissions LIST]
  keys update KEY_ID     [--name NAME] [--permissions LIST]
  keys rotate KEY_ID     [--name NAME] [--expires-at INSTANT]
  keys delete KEY_ID
  members invite EMAIL   [--roles LIST]
  members reset-password EMAIL
  reports rebuild
  secrets keys
  secrets forget
  secrets reseal
  secrets rotate NAME
  secrets end NAME

Reports are those of all organizations, or of --organization ORGANIZATION_ID: they are computed again from the documents, as
npm run verify does, and made the same. The keys and members are those of the operator organization, or of --organization ORGANIZATION_ID.
LIST is "all", or resources with actions, such as customer:read,event:read,event:write.
Roles are codes such as admin,finance; without them, the member becomes an admin. The link of an invitation is valid for 14 days,
that to a new password for 30 minutes; each works once.
INSTANT is when the old key stops working, such as 2027-03-01T07:00:00Z; without it, at once.
Secrets are those of the whole installation. \`keys\` names the keys of ENCRYPTION_KEY as backups and messages do, the first one first, and which of them
encrypts what is stored. \`forget\` deletes the secrets of connections to payment providers that ENCRYPTION_KEY does not open, so
that they can be entered again, and goes on with the first of its keys; \`reseal\` encrypts all of them with the first key, so that the others can go.
\`rotate\` signs with a new secret from now on; what the one before it signed stays valid until \`end\`, or the next \`rotate\`. NAME is files (addresses of
documents), portal, sandbox, sessions, single-sign-on, or webhooks (the key pair of JWT signatures).
The value of a new key, or a link, is all that is written to the standard output: use npm run --silent to store it.`;

const COMMANDS = [
  'organizations list',
  'organizations create',
  'keys list',
  'keys create',
  'keys update',
  'keys rotate',
  'keys delete',
  'members invite',
  'members reset-password',
  'reports rebuild',
  'secrets keys',
  'secrets forget',
  'secrets reseal',
  'secrets rotate',
  'secrets end',
] as const;

/** Commands with an argument: the name or id of the object they work on. */
const WITH_SUBJECT: readonly string[] = [
  'organizations create',
  'keys update',
  'keys rotate',
  'keys delete',
  'members invite',
  'members reset-password',
  'secrets rotate',
  'secrets end',
];

/** A parsed command line. Absent options were not given. */
export interface Command {
  readonly name: (typeof COMMANDS)[number];
  /** The name of a new organization, the id of a key, an e-mail address, or what a secret signs; empty for other commands. */
  readonly subject: string;
  readonly organizationId?: string;
  readonly keyName?: string;
  readonly permissions?: Record<string, unknown>;
  readonly expiresAt?: Date;
  /** Codes. */
  readonly roles?: readonly string[];
}

/** Parses the arguments. @throws StartError with the usage when they are invalid. */
export function readCommand(args: readonly string[]): Command {
  const { positionals, values } = parse(args);
  const [area = '', action = '', ...subjects] = positionals;
  const name = COMMANDS.find((command) => command === `${area} ${action}`);
  if (name === undefined)
    throw refusal(positionals.length === 0 ? 'A command is missing.' : 'Unknown command.');
  if (subjects.length !== (WITH_SUBJECT.includes(name) ? 1 : 0)) {
    throw refusal(`${name} takes ${WITH_SUBJECT.includes(name) ? 'one argument' : 'no argument'}.`);
  }
  const { organization, name: keyName, permissions, roles, 'expires-at': expiresAt } = values;
  return {
    name,
    subject: subjects[0] ?? '',
    ...(organization !== undefined && { organizationId: organization }),
    ...(keyName !== undefined && { keyName }),
    ...(permissions !== undefined && { permissions: readPermissionList(permissions) }),
    ...(roles !== undefined && { roles: roles.split(',').map((code) => code.trim()) }),
    ...(expiresAt !== undefined && { expiresAt: readInstant(expiresAt) }),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        organization: { type: 'string' },
        name: { type: 'string' },
        permissions: { type: 'string' },
        roles: { type: 'string' },
        'expires-at': { type: 'string' },
      },
    });
  } catch (error) {
    throw refusal((error as Error).message);
  }
}

/**
 * Parses a list such as `customer:read,event:write`. The API key service checks that the resources and actions exist.
 */
function readPermissionList(list: string): Record<string, unknown> {
  if (list === 'all') return permissionMap('all');
  const granted = new Map<string, string[]>();
  for (const entry of list.split(',')) {
    const [resource = '', action] = entry.trim().split(':');
    if (action === undefined) throw refusal(`"${entry}" in --permissions is no resource:action.`);
    granted.set(resource, [...(granted.get(resource) ?? []), action]);
  }
  return Object.fromEntries(granted);
}

function readInstant(text: string): Date {
  const instant = parseInstant(text);
  if (instant === null) throw refusal(`--expires-at ${text} is no instant.`);
  return instant;
}

function refusal(reason: string): StartError {
  return new StartError(`${reason}\n\n${USAGE}`);
}
