// Writes the committed generated files: schema/schema.graphql, schema/rest-operations.graphql, schema/openapi.json,
// schema/schema.sql, docs/configuration.md, the types of the documents of tests, and those of packages/client.
// With --check, writes nothing and fails when a committed file differs from what would be written.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { schemaSql } from './schema-sql.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const check = process.argv.includes('--check');

const SCHEMA = 'schema/schema.graphql';
const REST_OPERATIONS = 'schema/rest-operations.graphql';
const OPENAPI = 'schema/openapi.json';
const DATABASE = 'schema/schema.sql';
const CONFIGURATION = 'docs/configuration.md';
const TEST_DOCUMENTS = 'test/generated/documents.ts';
const CLIENT_REST = 'packages/client/src/generated/rest.ts';
const CLIENT_SCHEMA = 'packages/client/src/generated/schema.ts';
const CLIENT_DOCUMENTS = 'packages/client/src/generated/documents.ts';

const files = [
  SCHEMA,
  REST_OPERATIONS,
  OPENAPI,
  DATABASE,
  CONFIGURATION,
  TEST_DOCUMENTS,
  CLIENT_REST,
  CLIENT_SCHEMA,
  CLIENT_DOCUMENTS,
];
const before = Object.fromEntries(files.map((file) => [file, read(file)]));

try {
  run('tsc', ['-p', 'tsconfig.build.json']);
  write(SCHEMA, emit('schema'));
  write(REST_OPERATIONS, emit('operations'));
  write(OPENAPI, emit('openapi'));
  write(DATABASE, await databaseSchema());
  write(CONFIGURATION, emit('configuration'));
  run('graphql-codegen', ['--config', 'codegen.yml']);
  // By default, openapi-typescript makes members with a default required, also those of requests.
  run('openapi-typescript', [OPENAPI, '--output', CLIENT_REST, '--default-non-nullable=false']);
} catch (error) {
  // A failed program has already printed the reason.
  if (error.status === undefined) console.error(error);
  process.exit(1);
}

const stale = Object.keys(before).filter((file) => read(file) !== before[file]);
if (check) {
  for (const file of stale) if (before[file] !== null) write(file, before[file]);
  if (stale.length > 0) {
    console.error(`Stale generated files: ${stale.join(', ')}. Run "npm run generate" and commit them.`);
    process.exitCode = 1;
  }
} else {
  console.log(stale.length === 0 ? 'Generated files are fresh.' : `Wrote ${stale.join(', ')}.`);
}

function read(file) {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return null;
  }
}

function write(file, text) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

function emit(what) {
  return execFileSync(process.execPath, [path.join(root, 'dist/main/emit.js'), what], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** The schema that the migrations make, in a Postgres of its own. */
async function databaseSchema() {
  const built = (file) => import(path.join(root, 'dist', file));
  const { claimDataDir } = await built('main/data-dir.js');
  const { startOwnPostgres } = await built('main/own-postgres.js');
  const { migrateDatabase } = await built('platform/db/migrating/migrate.js');
  const { raiseWall } = await built('platform/db/migrating/raise-wall.js');
  const { connect } = await built('platform/db/pool.js');
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'tollgate-schema-'));
  const dataDir = claimDataDir(folder);
  try {
    const postgres = await startOwnPostgres({ dataDir, log: () => undefined, settings: { fsync: 'off' } });
    const pool = connect(postgres.connection, { max: 1 });
    try {
      await migrateDatabase(postgres.connection);
      await raiseWall(postgres.connection);
      return await schemaSql((statement) => pool.sql.unsafe(statement));
    } finally {
      await pool.close();
      await postgres.stopImmediately();
    }
  } finally {
    dataDir.release();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Shows what the program printed only if it fails. */
function run(name, args) {
  try {
    execFileSync(bin(name), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    process.stderr.write(`${error.stdout}${error.stderr}`);
    throw error;
  }
}
