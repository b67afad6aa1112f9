import { z } from 'zod';
import { type Limit, type Limits, LIMITS, mapLimits } from '../platform/limits.js';
import { LOG_LEVELS } from '../platform/log.js';
import { StartError } from './start-error.js';

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .transform((word) => (word === undefined ? fallback : word === 'true'));

const limitVariables = Object.fromEntries(
  Object.values(LIMITS).map(({ variable, unit }) => [variable, positiveNumberOf(unit)]),
) as Record<Limit['variable'], ReturnType<typeof positiveNumberOf>>;

function positiveNumberOf(unit: string) {
  return z
    .string()
    .regex(/^[1-9]\d{0,14}$/, `must be a positive number of ${unit}`)
    .transform(Number)
    .optional();
}

/** The environment Tollgate looks at; other variables are left alone. Source: extensions.md §4. */
const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number, 0 to 65535')
    .default('3000')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number, 0 to 65535'),
  HOST: z.string().min(1, 'must be an address to listen on').default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/\S+$/, 'must be a postgres:// URL')
    .optional(),
  DATA_DIR: z.string().min(1, 'must be a folder').default('.data'),
  BOOTSTRAP_API_KEY: z
    .string()
    .regex(/^\S{16,255}$/, 'must be 16 to 255 characters without blanks')
    .optional(),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: flag(false),
  GRAPHQL_EXPLORER: flag(true),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  ...limitVariables,
});

const ROLES = ['all', 'api', 'worker'] as const;

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Null: the embedded Postgres under `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly bootstrapApiKey: string | null;
  readonly webhookAllowPrivateNetworks: boolean;
  readonly graphqlExplorer: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly limits: Limits;
  /** What this process does: answer requests, do due work, or both. */
  readonly role: (typeof ROLES)[number];
}

/** @throws StartError naming each variable or argument that cannot be read. */
export function readConfig(env: Record<string, string | undefined>, args: readonly string[]): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`);
    throw new StartError(lines.join('\n'));
  }
  const { data } = parsed;
  const role = readRole(args);
  if (role !== 'all' && data.DATABASE_URL === undefined) {
    throw new StartError(`--role=${role} needs DATABASE_URL: the embedded Postgres serves one process.`);
  }
  return {
    port: data.PORT,
    host: data.HOST,
    databaseUrl: data.DATABASE_URL ?? null,
    dataDir: data.DATA_DIR,
    bootstrapApiKey: data.BOOTSTRAP_API_KEY ?? null,
    webhookAllowPrivateNetworks: data.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
    graphqlExplorer: data.GRAPHQL_EXPLORER,
    logLevel: data.LOG_LEVEL,
    limits: mapLimits(({ variable, default: preset }) => data[variable] ?? preset),
    role,
  };
}

function readRole(args: readonly string[]): Config['role'] {
  const unknown = args.find((argument) => !argument.startsWith('--role='));
  if (unknown !== undefined)
    throw new StartError(`Unknown argument ${unknown}; there is --role=${ROLES.join('|')}.`);
  const role = args.at(-1)?.slice('--role='.length) ?? 'all';
  const known = ROLES.find((candidate) => candidate === role);
  if (known === undefined) throw new StartError(`--role=${role} must be one of ${ROLES.join(', ')}.`);
  return known;
}
