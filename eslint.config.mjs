import tseslint from 'typescript-eslint';

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

export default tseslint.config(
  { ignores: ['**/dist/**', '.cache/**', '.data/**', '**/generated/**', '**/*.mjs', '**/*.js'] },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'src/portal-page/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "ExportDefaultDeclaration, ExportSpecifier[exported.name='default']",
          message: 'Export by name.',
        },
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
