// `npm run fuzz-rest [-- --examples=20 --seed=7 --checks=all]`: sends what schemathesis makes of our OpenAPI document to a server, and fails
// on a server error or an answer that the document does not describe. The server is that of BASE_URL and API_KEY, or one of
// its own. The folder of schemathesis is node_modules/.cache, or what SCHEMATHESIS names.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openApi } from '../examples/api.ts';

const VERSION = '4.32.5';
const folder = path.resolve(process.env['SCHEMATHESIS'] ?? 'node_modules/.cache/schemathesis');
const program = path.join(folder, 'bin', 'schemathesis');

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    checks: {
      type: 'string',
      default:
        'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance',
    },
  },
});

if (isInstalled()) process.exitCode = await fuzz();
else console.log('The REST API was not fuzzed: there is no Python 3 with venv, or PyPI cannot be reached.');

/** Installs schemathesis unless it is there. @returns false where that is not possible. */
function isInstalled(): boolean {
  if (existsSync(program)) return true;
  const steps = [
    ['python3', '-m', 'venv', folder],
    [path.join(folder, 'bin', 'pip'), 'install', '--quiet', `schemathesis==${VERSION}`],
  ] as const;
  return steps.every(
    ([command, ...parameters]) => spawnSync(command, parameters, { stdio: 'inherit' }).status === 0,
  );
}

/** @returns the exit code of schemathesis. */
async function fuzz(): Promise<number> {
  const { baseUrl, apiKey, close } = await openApi();
  // Examples that failed are kept in the folder where schemathesis runs.
  const place = mkdtempSync(path.join(os.tmpdir(), 'fuzz-rest-'));
  console.log(`Seed ${values.seed}, at most ${values.examples} examples of each operation.`);
  try {
    const { status } = spawnSync(
      program,
      [
        'run',
        `${baseUrl}/api/v1/openapi.json`,
        `--url=${baseUrl}/api/v1`,
        `--header=Authorization: Bearer ${apiKey}`,
        `--checks=${values.checks}`,
        `--max-examples=${values.examples}`,
        `--seed=${values.seed}`,
        '--continue-on-failure',
        '--suppress-health-check=all',
        '--warnings=off',
      ],
      { cwd: place, stdio: 'inherit' },
    );
    return status ?? 1;
  } finally {
    rmSync(place, { recursive: true });
    await close();
  }
}
