import { describe, expect, test } from '@jest/globals';
import { TrustedProxies } from '../../platform/network/trusted-proxies.js';
import { DEFAULT_LIMITS } from '../../platform/limits.js';
import { misspelledVariables, readConfig } from './config.js';

test('every setting has a default', () => {
  expect(readConfig({ HOME: '/root', PORTER: 'x' }, [])).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    databaseUrl: null,
    encryptionKeys: null,
    dataDir: '.data',
    backupHour: 3,
    backupPassphrase: null,
    backupUrl: null,
    isInImage: false,
    bootstrapApiKey: null,
    adminKeyFile: null,
    metricsToken: null,
    smtpUrl: null,
    mailFrom: 'billing@localhost',
    webhookAllowPrivateNetworks: false,
    webhookAllowedHosts: [],
    filesPlace: null,
    vatRegistryUrl: 'https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number',
    corsOrigins: [],
    graphqlExplorer: true,
    logLevel: 'info',
    limits: DEFAULT_LIMITS,
    role: 'all',
    signupEnabled: true,
    trustedProxies: TrustedProxies.NONE,
    identityProviders: [],
    singleSignOnUrl: null,
  });
});

describe('accepts', () => {
  const database = { DATABASE_URL: 'postgresql://user:pw@host:5433/db?sslmode=require' };

  test.each<[Record<string, string>, string[], object]>([
    [{ PORT: '0' }, [], { port: 0 }],
    [{ PORT: '65535', HOST: '::' }, [], { port: 65_535, host: '::' }],
    [database, ['--role=worker'], { databaseUrl: database.DATABASE_URL, role: 'worker' }],
    [database, ['--role=api'], { role: 'api' }],
    [{}, ['--role=all'], { role: 'all' }],
    [{ HOST: '0.0.0.0' }, [], { signupEnabled: false }],
    [{ HOST: '0.0.0.0', SIGNUP_ENABLED: 'true' }, [], { signupEnabled: true }],
    [{ PUBLIC_URL: 'https://billing.example' }, [], { signupEnabled: false }],
    [{ PUBLIC_URL: 'http://localhost:3000' }, [], { signupEnabled: true }],
    [{ SIGNUP_ENABLED: 'false' }, [], { signupEnabled: false }],
    [{ TRUSTED_PROXIES: '2' }, [], { trustedProxies: TrustedProxies.read('2') }],
    [{ GRAPHQL_EXPLORER: 'false', WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' }, [], { graphqlExplorer: false }],
    [
      { CORS_ORIGINS: 'http://localhost:5173, https://dashboard.example' },
      [],
      { corsOrigins: ['http://localhost:5173', 'https://dashboard.example'] },
    ],
    [{ GRAPHQL_MAX_COST: '20000' }, [], { limits: { ...DEFAULT_LIMITS, graphqlCost: 20_000 } }],
    [{ ADMIN_KEY_FILE: 'key' }, [], { adminKeyFile: 'key' }],
    [{ ADMIN_KEY_FILE: '-' }, [], { adminKeyFile: null }],
    [{ PUBLIC_URL: 'http://localhost:4000' }, [], { graphqlExplorer: true }],
    [{ PUBLIC_URL: 'https://billing.example' }, [], { graphqlExplorer: false }],
    [{ TOLLGATE_IMAGE: 'true' }, [], { graphqlExplorer: false }],
    [{ TOLLGATE_IMAGE: 'true', GRAPHQL_EXPLORER: 'true' }, [], { graphqlExplorer: true }],
    [
      { SMTP_URL: 'smtps://me:p%40ss@mail.example:465/', MAIL_FROM: 'billing@acme.example' },
      [],
      { smtpUrl: 'smtps://me:p%40ss@mail.example:465/', mailFrom: 'billing@acme.example' },
    ],
    [{ MAIL_FROM: 'billing@localhost' }, [], { smtpUrl: null }],
    [{ BOOTSTRAP_API_KEY: 'x'.repeat(32) }, [], { bootstrapApiKey: 'x'.repeat(32) }],
    [
      {
        GOOGLE_CLIENT_ID: 'g',
        GOOGLE_CLIENT_SECRET: 'h',
        SINGLE_SIGN_ON_URL: 'https://dashboard.example/login',
      },
      [],
      {
        identityProviders: [
          {
            method: 'google',
            name: 'Google',
            issuer: 'https://accounts.google.com',
            clientId: 'g',
            clientSecret: 'h',
          },
        ],
        singleSignOnUrl: 'https://dashboard.example/login',
      },
    ],
    [
      { OIDC_ISSUER: 'http://localhost:8080/realm', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
      [],
      {
        identityProviders: [
          {
            method: 'oidc',
            name: 'Single sign-on',
            issuer: 'http://localhost:8080/realm',
            clientId: 'a',
            clientSecret: 'b',
          },
        ],
      },
    ],
  ])('the configuration %j %j is accepted', (env, args, expected) => {
    expect(readConfig(env, args)).toMatchObject(expected);
  });
});

describe('refuses, naming the variable or argument', () => {
  test.each<[Record<string, string>, string[], RegExp]>([
    [{ PORT: 'http' }, [], /^PORT must be a port number/],
    [{ PORT: '65536' }, [], /^PORT must be a port number/],
    [{ PORT: '-1' }, [], /^PORT must be a port number/],
    [{ PORT: '' }, [], /^PORT must be a port number/],
    [{ HOST: '' }, [], /^HOST must be an address/],
    [{ DATABASE_URL: 'mysql://x' }, [], /^DATABASE_URL must be a postgres/],
    [{ DATABASE_URL: '' }, [], /^DATABASE_URL must be a postgres/],
    [{ PUBLIC_URL: 'billing.example' }, [], /^PUBLIC_URL must be an address/],
    [{ PUBLIC_URL: 'https://user:pw@billing.example' }, [], /^PUBLIC_URL must be an address/],
    [{ TRUSTED_PROXIES: 'proxy.example' }, [], /^TRUSTED_PROXIES must be addresses or networks/],
    [{ DATA_DIR: '' }, [], /^DATA_DIR must be a folder/],
    [{ SMTP_URL: 'mail.example' }, [], /^SMTP_URL must be an address/],
    [{ SMTP_URL: 'https://mail.example' }, [], /^SMTP_URL must be an address/],
    [{ SMTP_URL: 'smtp://mail.example/x' }, [], /^SMTP_URL must be an address/],
    [{ SMTP_URL: 'smtp://a:%zz@mail.example' }, [], /^SMTP_URL must be an address/],
    [{ SMTP_URL: 'smtp://mail.example' }, [], /^MAIL_FROM is required/],
    [{ SMTP_URL: 'smtp://mail.example', HOST: '0.0.0.0' }, [], /^PUBLIC_URL is required with SMTP_URL/],
    [{ MAIL_FROM: 'Acme <billing@acme.example>' }, [], /^MAIL_FROM must be an e-mail address/],
    [{ OIDC_ISSUER: 'http://id.example' }, [], /^OIDC_ISSUER must be an https/],
    [{ OIDC_ISSUER: 'id.example' }, [], /^OIDC_ISSUER must be an https/],
    [{ OIDC_ISSUER: 'https://id.example' }, [], /^OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set/],
    [{ GOOGLE_CLIENT_ID: 'g' }, [], /^GOOGLE_CLIENT_SECRET must be set/],
    [{ OIDC_CLIENT_ID: 'with a blank' }, [], /^OIDC_CLIENT_ID must be at most/],
    [{ OIDC_NAME: ' ' }, [], /^OIDC_NAME must be a name/],
    [{ SINGLE_SIGN_ON_URL: 'dashboard.example' }, [], /^SINGLE_SIGN_ON_URL must be an address/],
    [{ BOOTSTRAP_API_KEY: 'x'.repeat(31) }, [], /^BOOTSTRAP_API_KEY must be 32 to 255/],
    [{ BOOTSTRAP_API_KEY: 'with a blank in its middle' }, [], /^BOOTSTRAP_API_KEY must be 32 to 255/],
    [{ CORS_ORIGINS: '*' }, [], /^CORS_ORIGINS must be origins/],
    [{ CORS_ORIGINS: 'https://dashboard.example/' }, [], /^CORS_ORIGINS must be origins/],
    [{ CORS_ORIGINS: 'dashboard.example' }, [], /^CORS_ORIGINS must be origins/],
    [{ GRAPHQL_EXPLORER: 'maybe' }, [], /^GRAPHQL_EXPLORER must be true or false/],
    [{ WEBHOOK_ALLOW_PRIVATE_NETWORKS: '1' }, [], /^WEBHOOK_ALLOW_PRIVATE_NETWORKS must be true or false/],
    [{ GRAPHQL_MAX_COST: '0' }, [], /^GRAPHQL_MAX_COST must be a positive number of points/],
    [{ LOG_LEVEL: 'loud', PORT: 'x' }, [], /^PORT must be .*\nLOG_LEVEL must be one of fatal, error/],
    [{}, ['--role=worker'], /^--role=worker needs DATABASE_URL/],
    [{}, ['--role=boss'], /^--role=boss must be one of all, api, worker/],
    [{}, ['--port=1'], /^Unknown argument --port=1/],
  ])('the configuration %j %j is refused with the name of its variable or argument', (env, args, message) => {
    expect(() => readConfig(env, args)).toThrow(message);
  });
});

test('a variable one or two letters from a setting is reported as a typo', () => {
  const env = {
    DATABSE_URL: 'x',
    GRAPHQL_MAX_COSTS: '1',
    HOME: '/root',
    PORTS: '1',
    LOG_LEVEL: 'info',
    TERM: 'x',
  };
  expect(misspelledVariables(env)).toEqual([
    { found: 'DATABSE_URL', meant: 'DATABASE_URL' },
    { found: 'GRAPHQL_MAX_COSTS', meant: 'GRAPHQL_MAX_COST' },
  ]);
});
