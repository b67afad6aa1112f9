import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Mutant, mutated } from '../support/mutant.js';
import { transpile } from '../support/transpile.js';

export const LARGE_ANONYMOUS_BODIES: Mutant = {
  name: 'GraphQL reads large bodies of callers without a key',
  edits: [
    {
      file: 'graphql/http.ts',
      from: 'organizationId === null ? this.anonymousRules(request) : this.rulesOf(organizationId)',
      to: "this.rulesOf(organizationId ?? 'anonymous')",
    },
    {
      file: 'platform/request-body/request-body.ts',
      from: 'this.checkStructure(body).hasLongNumbers',
      to: 'measureJson(body).hasLongNumbers',
    },
  ],
};

export const NESTED_CONNECTIONS: Mutant = {
  name: 'an advance with an idempotency key takes a second connection of the same pool',
  edits: [
    { file: 'rest/runner.ts', from: 'this.operation.fields.some(isInSteps)', to: 'false' },
    {
      file: 'platform/db/layers/nested-connection.ts',
      from: 'return transaction.getStore() === true;',
      to: 'return false;',
    },
    {
      file: 'platform/db/database-connections.ts',
      from: 'withoutNesting(jobs.channel)',
      to: 'withoutNesting(requests.channel)',
    },
  ],
};

export const EVENTS_BY_EXTERNAL_ID: Mutant = {
  name: 'the deletion of a test clock deletes events by external id',
  edits: [{ file: 'modules/usage/usage-removal.repository.ts', from: 'belongsToClock(usage),', to: '' }],
};

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, '.cache/mutants');

/**
 * Builds the product with several faults: copies the existing build and transpiles the changed files.
 * @returns the folder of the build.
 * @throws Error unless each piece to replace occurs exactly once: then describe the fault for the present sources.
 */
export function buildMutant(mutants: readonly Mutant[]): string {
  const edits = mutants.flatMap((mutant) => mutant.edits);
  const dist = path.join(FOLDER, 'dist');
  rmSync(FOLDER, { recursive: true, force: true });
  cpSync(path.join(ROOT, 'dist'), dist, { recursive: true });
  for (const beside of ['package.json', 'schema'])
    symlinkSync(path.join(ROOT, beside), path.join(FOLDER, beside));
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const source = readFileSync(path.join(ROOT, 'src', file), 'utf8');
    writeFileSync(path.join(dist, file.replace(/\.ts$/, '.js')), transpile(mutated(source, file, edits)));
  }
  return dist;
}
