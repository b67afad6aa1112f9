// deploy/Dockerfile without a container engine: what its last stage copies, with the packages that its first one leaves.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createDatabase, socketUrl, type TestDatabase } from '../support/database.js';
import { COMPILE_CACHE, Program } from '../support/program.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const ENCRYPTION_KEY = `${'A'.repeat(43)}=`;

let folder: string;
let database: TestDatabase;
const started: Program[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tollgate-deploy-'));
  database = await createDatabase();
});
afterAll(async () => {
  await Promise.all(started.map((program) => program.stop()));
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function start(options: ConstructorParameters<typeof Program>[0]): Program {
  const program = new Program(options);
  started.push(program);
  return program;
}

test('the last stage of the image runs the server and every command', async () => {
  const stage =
    read('deploy/Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const app = path.join(folder, 'app');
  mkdirSync(app);
  for (const [, place = ''] of stage.matchAll(/^COPY --from=build \/app\/(\S+)/gm))
    if (place !== 'node_modules') cpSync(path.join(ROOT, place), path.join(app, place), { recursive: true });
  await linkModules(app);
  const image = Object.fromEntries(
    [...stage.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((each): [string, string] => {
        const [name = '', ...value] = each.split('=');
        return [name, value.join('=')];
      }),
    ),
  );
  expect(existsSync(path.join(app, 'node_modules/monaco-editor'))).toBe(false);
  const env = {
    ...image,
    // Packages are links: they must find each other here, and not where the links lead.
    NODE_OPTIONS: `${image['NODE_OPTIONS'] ?? ''} --preserve-symlinks --preserve-symlinks-main`,
    ...{
      HOST: '127.0.0.1',
      DATA_DIR: path.join(folder, 'image'),
      ADMIN_KEY_FILE: path.join(folder, 'admin.key'),
    },
    DATABASE_URL: socketUrl(database),
  };
  const launch = (...args: string[]) => execProgram(app, env, args);
  expect((await launch('version')).trim()).toMatch(/^\d+\.\d+\.\d+$/);
  expect(await launch('--help')).toMatch(/serve[^]*admin[^]*verify/);
  // Each command is run below.
  await expect(launch('serve')).rejects.toThrow(/ENCRYPTION_KEY and PUBLIC_URL must be set/);

  const settings = {
    ENCRYPTION_KEY,
    PUBLIC_URL: 'http://localhost',
    GRAPHQL_EXPLORER: 'true',
  };
  const server = start({
    name: 'tollgate',
    folder: path.join(app, 'dist/main'),
    env: { ...env, ...settings },
    args: ['serve'],
  });
  const url = await server.url();
  for (const place of ['/ready', '/docs/', '/graphiql', '/graphiql/assets/ruru.js', '/api/v1/openapi.json'])
    expect([place, (await fetch(`${url}${place}`)).status]).toEqual([place, 200]);
  expect(server.output).toMatch(/tollgate admin members invite/);
  expect(await launch('admin', 'organizations', 'list')).toMatch(/operator/);
  await launch('verify');
  expect(await server.stop()).toBe(0);
}, 240_000);

async function execProgram(
  app: string,
  env: Record<string, string>,
  args: readonly string[],
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(app, 'dist/main/tollgate.js'), ...args],
    {
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...COMPILE_CACHE, ...env },
    },
  );
  return stdout;
}

/** Links the packages that the steps of the first stage leave: those of production without the unused ones. */
async function linkModules(app: string): Promise<void> {
  const { unusedPackages } = (await import(path.join(ROOT, 'scripts/trim-modules.mjs'))) as {
    unusedPackages: (packages: unknown) => string[];
  };
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const unused = new Set(unusedPackages(packages));
  const kept = Object.keys(packages).filter(
    (place) =>
      /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(place) && packages[place]?.dev !== true && !unused.has(place),
  );
  for (const place of kept.filter((each) => existsSync(path.join(ROOT, each)))) {
    mkdirSync(path.dirname(path.join(app, place)), { recursive: true });
    symlinkSync(path.join(ROOT, place), path.join(app, place));
  }
  // The files of a package that are removed, too: its folder is made of links to the others.
  const ruru = path.join(app, 'node_modules/ruru');
  rmSync(ruru);
  mkdirSync(ruru);
  for (const name of readdirSync(path.join(ROOT, 'node_modules/ruru')).filter(
    (each) => !['static', 'node_modules'].includes(each),
  ))
    symlinkSync(path.join(ROOT, 'node_modules/ruru', name), path.join(ruru, name));
}
