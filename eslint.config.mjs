import boundaries from 'eslint-plugin-boundaries';
import importX from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import tseslint from 'typescript-eslint';
import { modulesInOrder, requireListed } from './scripts/source-order.mjs';

/** What each layer may import besides itself. This table is the architecture (docs/adr/0001). */
const layers = {
  core: [],
  'embedded-postgres': [],
  'portal-page': [],
  platform: ['core'],
  module: ['core', 'platform'],
  lifecycle: ['core', 'platform', 'module'],
  graphql: ['core', 'platform', 'module', 'lifecycle'],
  rest: ['core', 'platform', 'graphql'],
  main: ['core', 'embedded-postgres', 'platform', 'module', 'lifecycle', 'graphql', 'rest'],
};

/** Modules, lowest first: each may use the services of those before it. */
const modules = modulesInOrder();
requireListed('modules', modules);

/** Folders of the lifecycle, lowest first: each may use those before it. */
const lifecycle = [
  'due-work',
  'billing-records',
  'fees',
  'events-in-advance',
  'billing-run',
  'drafts',
  'occasions',
  'invoice-batches',
  'subscriptions',
  'billing-day',
  'progressive-billing',
  'estimates',
  'wallets',
  'dunning',
  'alerts',
  'usage-days',
  'time',
];
requireListed('lifecycle', lifecycle);

/** Folders within other folders, lowest first: each may use those before it. What lies beside them is free. */
const rooms = {
  'core/invoicing': ['numbers', 'subscriptions'],
  'core/rating': ['in-advance', 'models'],
  graphql: ['errors', 'schema', 'limits', 'live'],
  main: ['settings', 'process', 'database', 'backup', 'admin', 'http', 'reactions'],
  'main/backup': ['targets', 'archive', 'taking', 'restoring'],
  platform: [
    'collections',
    'text',
    'colors',
    'network',
    'files',
    'process',
    'errors',
    'db',
    'identity',
    'encryption',
    'passwords',
    'event-properties',
    'request-body',
    'outgoing',
    'mail',
    'changes',
    'due-work',
    'installation',
    'jobs',
    'live',
    'metadata',
    'paging',
    'signing',
    'verification',
    'activity',
    'capabilities',
    'idempotency',
    'api',
    'rate-limit',
  ],
  'platform/api': ['access', 'members', 'lists'],
  'platform/db': ['tables', 'postgres', 'writing', 'statements', 'layers', 'migrating'],
  'modules/analytics': ['records', 'recording', 'reading', 'usage', 'api'],
  'modules/billing-entities': [
    'records',
    'logos',
    'bank-accounts',
    'taxes',
    'editing',
    'api',
    'organization-settings',
  ],
  'modules/credit-notes': ['records', 'composing', 'issuing', 'api'],
  'modules/customers': ['records', 'vat', 'api'],
  'modules/data-exports': ['rows'],
  'modules/documents': ['facts', 'files', 'wording', 'composing', 'rendering'],
  'modules/documents/rendering': ['fonts', 'images', 'pdf', 'text', 'pages', 'threads'],
  'modules/features': ['records', 'plans', 'subscriptions', 'catalog', 'api'],
  'modules/integrations': ['types', 'adapters', 'records', 'connections', 'mappings', 'api'],
  'modules/invoices': ['records', 'composing', 'deadlines', 'verification', 'settlement', 'issuing', 'api'],
  'modules/invoices/records': ['fees', 'periods'],
  'modules/organizations': ['records', 'api-keys', 'api'],
  'modules/payment-providers': ['records', 'adapters', 'connections', 'messages', 'methods', 'api'],
  'modules/payments': ['collecting'],
  'modules/people': ['records', 'users', 'members', 'sign-on', 'api'],
  'modules/plans': ['commitments', 'usage-thresholds', 'charges', 'fixed-charges', 'contents', 'own-plans'],
  'modules/plans/charges': ['properties', 'filters'],
  'modules/subscriptions': ['records', 'units', 'reading', 'own-plans', 'editing', 'api'],
  'modules/usage': [
    'events',
    'counters',
    'notices',
    'ingest',
    'metering',
    'rating',
    'in-advance',
    'current-usage',
    'verification',
  ],
  'modules/wallets': ['records', 'ledger', 'rules', 'top-ups', 'editing', 'api'],
  'modules/webhooks': ['endpoints', 'log', 'signing', 'delivery'],
};
for (const folder of new Set([...modules.map((name) => `modules/${name}`), ...Object.keys(rooms)]))
  requireListed(folder, rooms[folder] ?? []);

/** Keeps each of these elements from those after it. */
const inOrder = (type, names) =>
  names.map((name, index) => ({
    from: { element: { type, captured: { name } } },
    disallow: { to: { element: { type, captured: { name: names.slice(index + 1) } } } },
    message: `{{ to.element.captured.name }} lies above ${name}: see the order in eslint.config.mjs.`,
  }));

/** The same for rooms; each is a category of files. */
const roomsInOrder = Object.entries(rooms).flatMap(([folder, names]) =>
  names.slice(0, -1).map((name, index) => ({
    from: { file: { categories: `${folder}/${name}` } },
    disallow: {
      to: { file: { categories: { anyOf: names.slice(index + 1).map((above) => `${folder}/${above}`) } } },
    },
    message: `This lies above ${folder}/${name}: see the order in eslint.config.mjs.`,
  })),
);

/** Refused in every file. */
const unwantedImports = [
  { name: 'fast-check', message: 'Take it from test/support/property.ts, where its seed is fixed.' },
  {
    name: 'drizzle-orm',
    importNames: ['inArray', 'notInArray'],
    message: 'Use isOneOf of platform/db: a list is one parameter.',
  },
];

/** Refused but in platform/db/postgres. */
const driverImports = [
  {
    name: 'postgres',
    message: 'Only platform/db/postgres speaks postgres.js, which it corrects (docs/adr/0116, 0165).',
  },
];

/** Refused but in platform/db/writing: how drizzle writes statements, sends them and reads rows. */
const drizzleImports = [
  { name: 'drizzle-orm', importNames: ['fillPlaceholders', 'Name', 'noopDecoder', 'Param', 'StringChunk'] },
  {
    name: 'drizzle-orm/pg-core',
    importNames: ['PgDialect', 'PgPreparedQuery', 'PgSelectBase', 'PgSession', 'PgTransaction'],
  },
  ...['casing', 'postgres-js', 'session'].map((part) => ({ name: `drizzle-orm/${part}` })),
].map((path) => ({ ...path, message: "Only platform/db/writing knows drizzle's inside (docs/adr/0165)." }));

const otherModule = { type: 'module', captured: { name: '!{{ from.element.captured.name }}' } };
const otherFolder = { type: 'lifecycle', captured: { name: '!{{ from.element.captured.name }}' } };

export default tseslint.config(
  { ignores: ['**/dist/**', '.cache/**', '.data/**', '**/generated/**', '**/*.mjs', '**/*.js'] },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { boundaries, 'import-x': importX },
    settings: {
      'import/resolver': { typescript: { alwaysTryTypes: true } },
      'import-x/extensions': ['.ts'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
      'import-x/resolver-next': [createTypeScriptImportResolver()],
      'boundaries/elements': [
        { type: 'module', pattern: 'src/modules/*', capture: ['name'] },
        { type: 'lifecycle', pattern: 'src/lifecycle/*', capture: ['name'] },
        ...['core', 'embedded-postgres', 'portal-page', 'platform', 'graphql', 'rest', 'main'].map(
          (type) => ({
            type,
            pattern: `src/${type}`,
          }),
        ),
      ],
      'boundaries/files': [
        { category: 'repository', pattern: '**/*.repository.ts' },
        { category: 'table', pattern: '**/*.table.ts' },
        { category: 'checks', pattern: '**/*.checks.ts' },
        ...Object.entries(rooms).flatMap(([folder, names]) =>
          names.map((name) => ({
            category: `${folder}/${name}`,
            pattern: `src/${folder}/${name}/**/*.ts`,
          })),
        ),
        { category: 'source', pattern: '**/*.ts' }, // noneOf below needs every file to have a category
      ],
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          checkInternals: true,
          policies: [
            { allow: { to: { module: { origin: ['external', 'core'] } } } },
            ...Object.entries(layers).map(([type, to]) => ({
              from: { element: { type } },
              allow: { to: { element: { types: { anyOf: [type, ...to] } } } },
            })),
            ...inOrder('module', modules),
            ...inOrder('lifecycle', lifecycle),
            ...roomsInOrder,
            {
              from: { element: { type: 'module' } },
              disallow: { to: { element: otherModule, file: { categories: 'repository' } } },
              message: 'Use the service of {{ to.element.captured.name }}.',
            },
            {
              from: { element: { type: 'lifecycle' } },
              disallow: { to: { element: otherFolder, file: { categories: 'repository' } } },
              message: 'Only {{ to.element.captured.name }} reads and writes these rows: use its services.',
            },
            {
              from: { element: { types: { anyOf: ['graphql', 'main'] } } },
              disallow: { to: { element: { type: 'lifecycle' }, file: { categories: 'repository' } } },
              message: 'Use the services of {{ to.element.captured.name }}.',
            },
            {
              from: {
                element: { type: 'module' },
                file: { categories: { noneOf: ['table', 'repository', 'checks'] } },
              },
              // Row types may be named anywhere: they are what services answer.
              disallow: {
                to: { element: otherModule, file: { categories: 'table' } },
                dependency: { kind: 'value' },
              },
              message: 'Only tables, repositories and checks may import tables of another module.',
            },
          ],
        },
      ],
      'import-x/no-cycle': 'error',
      'import-x/no-default-export': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Take now from the actor or the Clock.',
        },
        {
          selector: "MemberExpression[object.name='Date'][property.name='now']",
          message: 'Take now from the actor or the Clock.',
        },
        {
          selector: ":matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration[kind='let']",
          message: 'Modules keep no state, also between test files (docs/adr/0021).',
        },
        {
          selector: "CallExpression[callee.name=/^mkdir/] Property[key.name='recursive']",
          message: 'Use makeFolder: a recursive mkdir never returns below /proc.',
        },
        {
          selector: "VariableDeclarator[init.type='AwaitExpression'] > ArrayPattern > AssignmentPattern",
          message:
            'No default stands for a missing row: use onlyRow, or say what happens without it (docs/adr/0116).',
        },
        {
          selector:
            "LogicalExpression[operator='??'][left.expression.object.name=/^(row|found)$/][right.type=/^(Literal|TemplateLiteral)$/][right.value!=null]",
          message: 'No default stands for a missing row: use onlyRow (docs/adr/0116).',
        },
        {
          selector:
            'CallExpression[callee.name=/^(Number|BigInt|String)$/] > ChainExpression[expression.object.name=/^(row|found)$/]',
          message: 'No default stands for a missing row: use onlyRow (docs/adr/0116).',
        },
      ],
      'no-restricted-imports': ['error', ...unwantedImports, ...driverImports, ...drizzleImports],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Schema classes are shapes, resolvers answer plain rows.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Resolvers and schema classes are classes because TypeGraphQL asks for them.
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  {
    files: ['src/{modules,lifecycle}/**/*.ts'],
    ignores: ['**/*.{resolver,schema,test}.ts'],
    rules: {
      // The rule of typescript-eslint, since the one of eslint itself would replace its list above.
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/*.schema.js'],
              message:
                'Take the plain type of *.input.ts, which the GraphQL class implements (docs/adr/0043).',
            },
          ],
        },
      ],
    },
  },
  {
    // The clock is where the wall clock is read.
    files: ['src/platform/clock.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // A package of its own: it imports nothing of this repository.
    files: ['packages/**'],
    rules: { 'boundaries/dependencies': 'off' },
  },
  {
    // It sends two statements on a connection of its own, and none after one that has failed.
    files: ['src/embedded-postgres/connection.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['src/platform/db/postgres/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', ...unwantedImports, ...drizzleImports] },
  },
  {
    files: ['src/platform/db/writing/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', ...unwantedImports, ...driverImports] },
  },
  {
    // Programs and tests may look at the wall clock; configuration files export defaults.
    files: ['test/**', 'bench/**', 'examples/**', 'scripts/**', 'drizzle.config.ts', 'src/**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        ...unwantedImports,
        ...driverImports.map((path) => ({ ...path, allowTypeImports: true })),
      ],
      'no-restricted-syntax': 'off',
      'import-x/no-default-export': 'off',
      'boundaries/dependencies': 'off',
      // Answers are JSON of any shape; a test asserts on the members it names.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  {
    files: ['test/support/property.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
);
