// Writes the committed generated files: schema/schema.graphql, the parsed REST documents, the list of the contract's
// operations and schema/openapi.json.
// With --check, writes nothing and fails when a committed file differs from what would be written.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const check = process.argv.includes('--check');

const SCHEMA = 'schema/schema.graphql';
const DOCUMENTS = 'src/rest/generated/documents.ts';
const OPENAPI = 'schema/openapi.json';
const OPERATIONS = 'src/rest/generated/contract-operations.ts';
const CONTRACT = 'test/contract/openapi.json';

const before = Object.fromEntries([SCHEMA, DOCUMENTS, OPERATIONS, OPENAPI].map((file) => [file, read(file)]));

const contract = JSON.parse(readFileSync(path.join(root, CONTRACT), 'utf8'));
writeFileSync(path.join(root, OPERATIONS), contractOperations(contract));

// The first build may fail on documents that are not generated yet; what prints the schema does not need them.
const isBuilt = build({ tolerant: true });
writeFileSync(path.join(root, SCHEMA), emit('schema'));
run('graphql-codegen', ['--config', 'codegen.yml', '--silent']);
if (!isBuilt || read(DOCUMENTS) !== before[DOCUMENTS]) build({ tolerant: false });
writeFileSync(path.join(root, OPENAPI), emit('openapi'));

const stale = Object.keys(before).filter((file) => read(file) !== before[file]);
if (check) {
  for (const file of stale) if (before[file] !== null) writeFileSync(path.join(root, file), before[file]);
  if (stale.length > 0) {
    console.error(`Stale generated files: ${stale.join(', ')}. Run "npm run generate" and commit them.`);
    process.exitCode = 1;
  }
} else {
  console.log(stale.length === 0 ? 'Generated files are fresh.' : `Wrote ${stale.join(', ')}.`);
}

function contractOperations({ paths }) {
  const methods = ['get', 'post', 'put', 'patch', 'delete'];
  const inOrder = Object.entries(paths).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const operations = inOrder.flatMap(([at, item]) =>
    methods.filter((method) => method in item).map((method) => `${method.toUpperCase()} ${at}`),
  );
  const lines = operations.map((operation) => `  '${operation}',\n`);
  return `/** Every operation of the API contract; written by scripts/generate.mjs. */\nexport const CONTRACT_OPERATIONS = [\n${lines.join('')}];\n`;
}

function read(file) {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return null;
  }
}

/** @returns whether it succeeded. */
function build({ tolerant }) {
  const { status } = spawnSync(bin('tsc'), ['-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: tolerant ? 'ignore' : 'inherit',
  });
  if (status !== 0 && !tolerant) process.exit(1);
  return status === 0;
}

function emit(what) {
  return execFileSync(process.execPath, [path.join(root, 'dist/main/emit.js'), what], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}

function run(name, args) {
  execFileSync(bin(name), args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
