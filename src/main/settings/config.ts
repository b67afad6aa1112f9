import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { readS3Url, type S3Place } from '../../platform/files/s3-bucket.js';
import { type Limit, type Limits, LIMITS, mapLimits } from '../../platform/limits.js';
import { isEmail } from '../../platform/text/text-formats.js';
import type { IdentityProviderSettings } from '../../platform/identity/identity-provider.js';
import { TrustedProxies } from '../../platform/network/trusted-proxies.js';
import { isLoopback } from '../../platform/network/loopback.js';
import { readEncryptionKeys } from '../../platform/encryption/encryption.js';
import { LOG_LEVELS } from '../../platform/log.js';
import { StartError } from './start-error.js';

const optionalFlag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .optional()
  .transform((word) => (word === undefined ? undefined : word === 'true'));

const flag = (fallback: boolean) => optionalFlag.transform((word) => word ?? fallback);

const limitVariables = Object.fromEntries(
  Object.values(LIMITS).map((limit) => [limit.variable, numberFor(limit)]),
) as Record<Limit['variable'], ReturnType<typeof numberFor>>;

/** Zero is allowed where it is the default: it stands for no limit. */
function numberFor(limit: Limit) {
  const { unit, default: preset } = limit;
  const least = 'least' in limit ? limit.least : 1;
  const [pattern, kind] = preset === 0 ? [/^\d{1,15}$/, 'whole'] : [/^[1-9]\d{0,14}$/, 'positive'];
  return z
    .string()
    .regex(pattern, `must be a ${kind} number of ${unit}`)
    .transform(Number)
    .refine((number) => preset === 0 || number >= least, `must be ${least} ${unit} or more`)
    .optional();
}

/** True for a text that a browser may send as `Origin`: scheme, host and port only. */
function isOrigin(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.origin === text;
}

/** True for an http or https URL with nothing behind its path. */
function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

/** True for an address under which only this machine reaches itself; also for none. */
function isOwnMachine(url: string | undefined): boolean {
  return url === undefined || isLoopback(URL.parse(url)?.hostname ?? '');
}

/** True for the address of an identity provider. Secrets leave this machine encrypted only. */
function isIssuer(text: string): boolean {
  return isBaseUrl(text) && (isOwnMachine(text) || URL.parse(text)?.protocol === 'https:');
}

/** What identifies this server at an identity provider. */
const credential = z
  .string()
  .regex(/^\S{1,1000}$/, 'must be at most 1000 characters without blanks')
  .optional();

const GOOGLE = { method: 'google', name: 'Google', issuer: 'https://accounts.google.com' } as const;

/** The operation of the registry of the European Commission that checks one VAT number. */
const VIES = 'https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number';

/** True for the URL of an SMTP server with nothing behind its host. */
function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return false;
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return false;
  try {
    decodeURIComponent(`${url.username}${url.password}`);
    return true;
  } catch {
    return false; // not percent-encoded
  }
}

/** The sender of e-mails that only become files. */
const LOCAL_SENDER = 'billing@localhost';

/** All settings except the limits. Source: extensions.md §4. */
const settings = {
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number, 0 to 65535')
    .default('3000')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number, 0 to 65535')
    .describe('port to listen on'),
  HOST: z
    .string()
    .min(1, 'must be an address to listen on')
    .default('127.0.0.1')
    .describe('address to listen on'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/\S+$/, 'must be a postgres:// URL')
    .optional()
    .describe('your own Postgres, 15 or newer; without it, the embedded one'),
  TOLLGATE_IMAGE: flag(false).describe(
    'set by the container image, in which a start needs ENCRYPTION_KEY and PUBLIC_URL',
  ),
  DATA_DIR: z
    .string()
    .min(1, 'must be a folder')
    .default('.data')
    .describe('folder of the embedded Postgres'),
  BOOTSTRAP_API_KEY: z
    .string()
    .regex(/^\S{32,255}$/, 'must be 32 to 255 characters without blanks')
    .optional()
    .describe(
      'value of the admin key, 32 characters or more; a new value replaces the key; without it, one is generated at the first start',
    ),
  ADMIN_KEY_FILE: z
    .string()
    .min(1, 'must be a file')
    .optional()
    .transform((file) => (file === '-' ? undefined : file))
    .describe(
      'where the first start writes the key it generates, mode 0600, instead of printing it; `-`: it is printed, as without it',
    ),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,255}$/, 'must be 16 to 255 characters without blanks')
    .optional()
    .describe(
      'bearer token that /metrics and /failing-work ask for; without it, whoever reaches the port reads the first, nobody the second',
    ),
  PUBLIC_URL: z
    .string()
    .refine(isBaseUrl, 'must be an address such as https://billing.example, without user, query and fragment')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .describe(
      'address under which others reach the server: whatever leaves for somebody else than a caller begins with it, such as links in e-mails, files in webhooks and the `iss` of their signatures; required with SMTP_URL unless HOST is this machine; without it, http://HOST:PORT',
    ),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: flag(false).describe(
    'whether webhooks may be sent to every address, private ones and this machine included',
  ),
  WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
    .refine(
      (hosts) => hosts.every((host) => /^[a-z\d.:_-]{1,255}$/.test(host)),
      'must be names of hosts, separated by commas',
    )
    .optional()
    .describe(
      'hosts to which webhooks may be sent although their addresses are private, separated by commas',
    ),
  ENCRYPTION_KEY: z
    .string()
    .refine((text) => readEncryptionKeys(text) !== null, 'must be 32 bytes in base64, or several such keys')
    .optional()
    .describe(
      'key of 32 bytes, in base64, that encrypts the secrets of connections to payment providers; of several, separated by commas, the first encrypts and all decrypt; without it, one is made and kept in DATA_DIR, so set it where processes share a database',
    ),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, 'must be 12 characters or more')
    .optional()
    .describe(
      'passphrase that encrypts the keys of ENCRYPTION_KEY into backups; without it, backups only name the keys',
    ),
  BACKUP_URL: z
    .string()
    .refine(
      (text) => (/^s3:/i.test(text) ? readS3Url(text) !== null : text !== ''),
      'must be a folder, or s3://KEY:SECRET@HOST/BUCKET',
    )
    .optional()
    .describe(
      'where the server with the embedded Postgres archives its write-ahead log, with the backups that it needs for a restore: a folder on another disk, or an S3-compatible storage as in FILES_URL',
    ),
  BACKUP_HOUR: z
    .string()
    .regex(/^(?:off|1?\d|2[0-3])$/, 'must be an hour, 0 to 23, or off')
    .default('3')
    .describe(
      'hour of the day, in UTC, from which a server with the embedded Postgres backs itself up into `backups` of DATA_DIR; `off`: it does not',
    ),
  VAT_REGISTRY: z
    .string()
    .refine(
      (text) => text === 'off' || isBaseUrl(text),
      'must be off, or an address such as https://registry.example/check',
    )
    .default(VIES)
    .describe(
      'address at which the registry of the EU, VIES, checks VAT numbers of customers under EU tax management; `off`: they are not checked',
    ),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'must be an address such as smtp://user:password@mail.example:587')
    .optional()
    .describe(
      'server to which e-mails are handed over, `smtp://` or `smtps://`, with user and password; without it, each becomes a file in the folder `mail` of DATA_DIR',
    ),
  MAIL_FROM: z
    .string()
    .refine((text) => isEmail(text) || text === LOCAL_SENDER, 'must be an e-mail address')
    .default(LOCAL_SENDER)
    .describe(
      'address from which e-mails are sent, behind the name of the billing entity; required with SMTP_URL',
    ),
  FILES_URL: z
    .string()
    .refine((text) => readS3Url(text) !== null, 'must be s3://KEY:SECRET@HOST/BUCKET')
    .optional()
    .describe(
      'S3-compatible storage of the files of documents and exports, `s3://KEY:SECRET@HOST/BUCKET`, with `?region=` and `?tls=off` where needed; without it, the database',
    ),
  CORS_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .refine(
      (origins) => origins.every(isOrigin),
      'must be origins such as https://dashboard.example, separated by commas',
    )
    .optional()
    .describe('origins whose pages may call from a browser, separated by commas; without it, none'),
  TRUSTED_PROXIES: z
    .string()
    .refine(
      (text) => TrustedProxies.read(text) !== null,
      'must be addresses or networks such as 10.0.0.0/8, separated by commas, or the number of proxies that each request passes',
    )
    .optional()
    .describe(
      'proxies that are believed when `X-Forwarded-For` says from whom they have a request: addresses or networks such as `10.0.0.0/8`, separated by commas, or the number of proxies that each request passes; without it, the address of a caller is that of the connection',
    ),
  SIGNUP_ENABLED: optionalFlag.describe(
    'whether anyone who reaches the server can sign up, with an organization of their own; false: users are invited; without it, only where HOST and PUBLIC_URL are this machine',
  ),
  GOOGLE_CLIENT_ID: credential.describe(
    'client id of this server at Google, with which users sign in there if their organizations allow it; with GOOGLE_CLIENT_SECRET',
  ),
  GOOGLE_CLIENT_SECRET: credential.describe('secret of that client'),
  OIDC_ISSUER: z
    .string()
    .refine(
      isIssuer,
      'must be an https:// address, or an http:// one of this machine, without user, query and fragment',
    )
    .optional()
    .describe(
      'address of an OpenID Connect provider at which users sign in if their organizations allow it; with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    ),
  OIDC_CLIENT_ID: credential.describe('client id of this server at that provider'),
  OIDC_CLIENT_SECRET: credential.describe('secret of that client'),
  OIDC_NAME: z
    .string()
    .regex(/^\S.{0,99}$/, 'must be a name of at most 100 characters')
    .default('Single sign-on')
    .describe('name of that provider, as users read it'),
  SINGLE_SIGN_ON_URL: z
    .string()
    .refine(
      isBaseUrl,
      'must be an address such as https://dashboard.example/login, without user, query and fragment',
    )
    .optional()
    .describe(
      'page to which Google and the provider send browsers back, which you register there; without it, `/single-sign-on` of PUBLIC_URL',
    ),
  GRAPHQL_EXPLORER: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe(
      'whether Sandbox, GraphiQL and introspection are served; without it, only where PUBLIC_URL is absent or names this machine, and not in the image',
    ),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` })
    .default('info')
    .describe(`least level that is logged: ${LOG_LEVELS.join(', ')}`),
};

const environment = z.object({ ...settings, ...limitVariables });

const ROLES = ['all', 'api', 'worker'] as const;

export const ARGUMENTS = [`--role=${ROLES.join('|')}`, '--help', '--version'];

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Null for the embedded Postgres in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** True in the container image. */
  readonly isInImage: boolean;
  readonly bootstrapApiKey: string | null;
  /** File to which the first start writes the generated admin key; null if it prints the key. */
  readonly adminKeyFile: string | null;
  /** Null if everybody who reaches the port may read the metrics. */
  readonly metricsToken: string | null;
  /** Base of the absolute addresses that are not answers to a request; null for the address that the server listens on. */
  readonly publicUrl: string | null;
  /** Null for the one that is kept in `dataDir`. */
  readonly encryptionKeys: readonly Uint8Array[] | null;
  /** Null if the keys are not in backups. */
  readonly backupPassphrase: string | null;
  /** Target of backups and of the write-ahead log; null if it is not archived. */
  readonly backupUrl: string | null;
  /** Hour of nightly backups, in UTC; null without them. */
  readonly backupHour: number | null;
  /** Null if VAT numbers are not checked. */
  readonly vatRegistryUrl: string | null;
  /** Null if e-mails become files in `dataDir`. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Where the files of documents are kept; null for the database. */
  readonly filesPlace: S3Place | null;
  readonly webhookAllowPrivateNetworks: boolean;
  readonly webhookAllowedHosts: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: TrustedProxies;
  readonly signupEnabled: boolean;
  /** Where users can sign in by single sign-on. */
  readonly identityProviders: readonly IdentityProviderSettings[];
  /** Page to which identity providers send browsers back; null for that of this server. */
  readonly singleSignOnUrl: string | null;
  readonly graphqlExplorer: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly limits: Limits;
  /** `api` serves requests, `worker` runs jobs and due work, `all` does both. */
  readonly role: (typeof ROLES)[number];
}

/** A setting as `--help` and docs/configuration.md describe it. */
export interface SettingDescription {
  readonly variable: string;
  /** The default; empty if there is none. */
  readonly fallback: string;
  readonly meaning: string;
}

export function describeSettings(): SettingDescription[] {
  const fallbacks: Record<string, string | number | boolean | string[] | undefined> = environment.parse({});
  return Object.entries(settings).map(([variable, { description = '' }]) => {
    const fallback = fallbacks[variable];
    return { variable, fallback: fallback === undefined ? '' : String(fallback), meaning: description };
  });
}

/** Shorter names are not checked for typos: too many are similar (`HOME` is one letter from `HOST`). */
const SHORTEST_COMPARED = 6;
const LARGEST_TYPO = 2;

/** @returns environment variables that are not settings, but differ from one in one or two letters. */
export function misspelledVariables(
  env: Record<string, string | undefined>,
): { found: string; meant: string }[] {
  const known = Object.keys(environment.shape);
  return Object.keys(env)
    .filter((name) => name.length >= SHORTEST_COMPARED && !known.includes(name))
    .flatMap((found) => {
      const meant = known.find(
        (name) => name.length >= SHORTEST_COMPARED && distance(name, found) <= LARGEST_TYPO,
      );
      return meant === undefined ? [] : [{ found, meant }];
    });
}

/** Reads the settings. @throws StartError that names each invalid variable or argument. */
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
  if (data.SMTP_URL !== undefined && data.PUBLIC_URL === undefined && !isLoopback(data.HOST))
    throw new StartError(
      'PUBLIC_URL is required with SMTP_URL: the address of this server that the links in e-mails begin with.',
    );
  if (data.SMTP_URL !== undefined && env['MAIL_FROM'] === undefined)
    throw new StartError('MAIL_FROM is required with SMTP_URL: the address from which e-mails are sent.');
  return {
    port: data.PORT,
    host: data.HOST,
    databaseUrl: data.DATABASE_URL ?? null,
    dataDir: data.DATA_DIR,
    isInImage: data.TOLLGATE_IMAGE,
    bootstrapApiKey: data.BOOTSTRAP_API_KEY ?? null,
    adminKeyFile: data.ADMIN_KEY_FILE ?? null,
    metricsToken: data.METRICS_TOKEN ?? null,
    publicUrl: data.PUBLIC_URL ?? null,
    encryptionKeys: data.ENCRYPTION_KEY === undefined ? null : readEncryptionKeys(data.ENCRYPTION_KEY),
    backupPassphrase: data.BACKUP_PASSPHRASE ?? null,
    backupUrl: data.BACKUP_URL ?? null,
    backupHour: data.BACKUP_HOUR === 'off' ? null : Number(data.BACKUP_HOUR),
    vatRegistryUrl: data.VAT_REGISTRY === 'off' ? null : data.VAT_REGISTRY,
    smtpUrl: data.SMTP_URL ?? null,
    mailFrom: data.MAIL_FROM,
    filesPlace: data.FILES_URL === undefined ? null : readS3Url(data.FILES_URL),
    webhookAllowPrivateNetworks: data.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
    webhookAllowedHosts: data.WEBHOOK_ALLOWED_HOSTS ?? [],
    corsOrigins: data.CORS_ORIGINS ?? [],
    trustedProxies:
      (data.TRUSTED_PROXIES === undefined ? null : TrustedProxies.read(data.TRUSTED_PROXIES)) ??
      TrustedProxies.NONE,
    signupEnabled: data.SIGNUP_ENABLED ?? isForThisMachine(data),
    identityProviders: readIdentityProviders(data),
    singleSignOnUrl: data.SINGLE_SIGN_ON_URL ?? null,
    graphqlExplorer:
      data.GRAPHQL_EXPLORER === undefined
        ? !data.TOLLGATE_IMAGE && isOwnMachine(data.PUBLIC_URL)
        : data.GRAPHQL_EXPLORER === 'true',
    logLevel: data.LOG_LEVEL,
    limits: mapLimits(({ variable, default: preset }) => data[variable] ?? preset),
    role,
  };
}

/**
 * Refuses to start with what would be another at the next start, or in another process: a generated key is lost with its folder,
 * and with it all stored secrets; and links in e-mails would lead to this machine.
 * @throws StartError that names the missing variables.
 */
export function requireLastingSettings({ role, isInImage, encryptionKeys, publicUrl }: Config): void {
  if (role === 'all' && !isInImage) return;
  const missing = [
    ...(encryptionKeys === null ? ['ENCRYPTION_KEY'] : []),
    ...(publicUrl === null ? ['PUBLIC_URL'] : []),
  ];
  if (missing.length === 0) return;
  const place = role === 'all' ? 'In the container image' : `With --role=${role}`;
  throw new StartError(
    `${place}, ${missing.join(' and ')} must be set, to the same value for all processes and starts. ` +
      `ENCRYPTION_KEY is 32 random bytes in base64 (openssl rand -base64 32): keep it as safe as the database, ` +
      'for without it the stored secrets of payment providers are lost. PUBLIC_URL is the address under which others reach the server.',
  );
}

/** True for a server that only this machine reaches. */
function isForThisMachine({ HOST, PUBLIC_URL }: z.output<typeof environment>): boolean {
  return isLoopback(HOST) && isOwnMachine(PUBLIC_URL);
}

/** The identity providers whose variables are set. @throws StartError for one that lacks some of them. */
function readIdentityProviders(data: z.output<typeof environment>): IdentityProviderSettings[] {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = data;
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME: name } = data;
  const google = allOrNone({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET });
  const oidc = allOrNone({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET });
  const providers: IdentityProviderSettings[] = [];
  if (google !== null) {
    const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = google;
    providers.push({ ...GOOGLE, clientId, clientSecret });
  }
  if (oidc !== null) {
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = oidc;
    providers.push({ method: 'oidc', name, issuer, clientId, clientSecret });
  }
  return providers;
}

function allOrNone<Variable extends string>(
  values: Readonly<Record<Variable, string | undefined>>,
): Readonly<Record<Variable, string>> | null {
  const variables = Object.keys(values) as Variable[];
  const missing = variables.filter((variable) => values[variable] === undefined);
  if (missing.length === variables.length) return null;
  if (missing.length > 0)
    throw new StartError(`${missing.join(' and ')} must be set, too: ${variables.join(', ')} go together.`);
  return values as Readonly<Record<Variable, string>>;
}

function readRole(args: readonly string[]): Config['role'] {
  const unknown = args.find((argument) => !argument.startsWith('--role='));
  if (unknown !== undefined)
    throw new StartError(`Unknown argument ${unknown}; there are ${ARGUMENTS.join(', ')}.`);
  const role = args.at(-1)?.slice('--role='.length) ?? 'all';
  const known = ROLES.find((candidate) => candidate === role);
  if (known === undefined) throw new StartError(`--role=${role} must be one of ${ROLES.join(', ')}.`);
  return known;
}
