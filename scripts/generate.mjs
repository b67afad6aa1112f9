// Writes the committed generated files: schema/schema.graphql, schema/rest-operations.graphql, schema/schema.sql and
// docs/configuration.md, then those that follow from them and are not committed (produced-files.mjs).
// With --check, writes nothing and fails when a committed file differs from what would be written.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { schemaSql } from './schema-sql.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const check = process.argv.includes('--check');

/** By file, what it should contain. */
const FILES = {
  'schema/schema.graphql': () => emit('schema'),
  'schema/rest-operations.graphql': () => emit('operations'),
  'schema/schema.sql': databaseSchema,
  'docs/configuration.md': () => emit('configuration'),
};

const stale = [];
try {
  prepare('start');
  for (const [file, contents] of Object.entries(FILES)) {
    const text = await contents();
    if (text === read(file)) continue;
    stale.push(file);
    if (!check) writeFileSync(path.join(root, file), text);
  }
  if (!check) prepare();
} catch (error) {
  // A failed program has already printed the reason.
  if (error.status === undefined) console.error(error);
  process.exit(1);
}

if (check && stale.length > 0) {
  console.error(`Stale generated files: ${stale.join(', ')}. Run "npm run generate" and commit them.`);
  process.exitCode = 1;
} else if (!check) {
  console.log(stale.length === 0 ? 'Generated files are fresh.' : `Wrote ${stale.join(', ')}.`);
}

function read(file) {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return null;
  }
}

/** Builds; without a mode, also writes the generated files that are not committed. */
function prepare(...mode) {
  execFileSync(process.execPath, ['scripts/prepare.mjs', ...mode], { cwd: root, stdio: 'inherit' });
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
  const { claimDataDir } = await built('main/settings/data-dir.js');
  const { startOwnPostgres } = await built('main/database/own-postgres.js');
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
