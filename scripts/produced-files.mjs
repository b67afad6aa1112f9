// Files that follow from others and are not committed (docs/adr/0171): the OpenAPI document, and the types of documents and of
// the client package. prepare.mjs writes them again when what they follow from has changed. It runs before the dependencies are
// there, so this uses built-in modules only, and runs on Node 20.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const STAMPS = '.cache/produced.json';
const OPENAPI = 'schema/openapi.json';
const CLIENT = 'packages/client/src/generated';

/** In the order in which they are written: later ones may follow from earlier ones. */
const PRODUCTS = [
  {
    files: [OPENAPI],
    from: () => ['dist/.built-from', 'schema/rest-operations.graphql', 'package.json'],
    program: ['dist/main/emit.js', 'openapi', OPENAPI],
  },
  {
    files: [`${CLIENT}/rest.ts`],
    from: () => [OPENAPI, 'package-lock.json'],
    // By default, openapi-typescript makes members with a default required, also those of requests.
    program: [
      ...['node_modules/.bin/openapi-typescript', OPENAPI],
      ...['--output', `${CLIENT}/rest.ts`, '--default-non-nullable=false'],
    ],
  },
  {
    files: [`${CLIENT}/schema.ts`, `${CLIENT}/documents.ts`, 'test/generated/documents.ts'],
    from: () => [
      ...['codegen.yml', 'schema/schema.graphql', 'package-lock.json'],
      ...['test', 'examples'].flatMap(documentsIn),
    ],
    program: ['node_modules/.bin/graphql-codegen', '--config', 'codegen.yml', '--errors-only'],
  },
];

export function areProduced() {
  return PRODUCTS.every(isProduced);
}

/**
 * Writes what has changed.
 * @param run runs a program of this repository on Node, and throws when it fails.
 */
export async function produce(run) {
  for (const product of PRODUCTS.filter((each) => !isProduced(each))) {
    await run(`Writing ${product.files[0]}`, product.program);
    writeFileSync(STAMPS, JSON.stringify({ ...stamps(), [product.files[0]]: fingerprint(product) }, null, 2));
  }
}

function isProduced(product) {
  return (
    product.files.every((file) => existsSync(file)) && stamps()[product.files[0]] === fingerprint(product)
  );
}

function stamps() {
  return existsSync(STAMPS) ? JSON.parse(readFileSync(STAMPS, 'utf8')) : {};
}

/** A hash of the program that writes the files, and of all that it reads; of a missing file, that it is missing. */
function fingerprint({ program, from }) {
  const hash = createHash('sha256').update(program.join(' '));
  for (const file of from()) hash.update(`\0${file}\0`).update(existsSync(file) ? readFileSync(file) : '');
  return hash.digest('hex');
}

function documentsIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.graphql'))
    .map((file) => path.join(folder, file))
    .sort();
}
