import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');
const execute = promisify(execFile);

/** A folder outside of the repository, as a program that has installed packages/client from npm. */
export interface ClientProject {
  /** Files of the package, as packed. */
  readonly packedFiles: readonly string[];
  /**
   * Compiles programs by their names, all at once: most of it is reading the types of the package.
   * @returns the errors of the compiler, one per line, each with the file that it is in; empty if it accepts all.
   */
  compile(programs: Readonly<Record<string, string>>): Promise<string[]>;
  /** Runs a compiled program. @returns what it prints. */
  run(program: string, env: Record<string, string>): Promise<string>;
  /** Writes files, and runs graphql-codegen with `codegen.ts`, which is one of them. */
  generate(files: Readonly<Record<string, string>>): Promise<void>;
  remove(): void;
}

interface PackReport {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs the package and installs it without a registry: its dependencies are copied from this repository. */
export async function createClientProject(dependencies: readonly string[]): Promise<ClientProject> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tollgate-client-test-'));
  const { stdout } = await execute(
    'npm',
    ['pack', '--json', '--silent', '--foreground-scripts=false', '--pack-destination', folder],
    { cwd: path.join(ROOT, 'packages/client') },
  );
  const [report] = JSON.parse(stdout) as [PackReport];
  const home = path.join(folder, 'node_modules/@tollgate/client');
  mkdirSync(home, { recursive: true });
  await execute('tar', ['-xzf', path.join(folder, report.filename), '-C', home, '--strip-components=1']);
  for (const name of dependencies) {
    cpSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name), {
      recursive: true,
    });
  }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  // The config of graphql-codegen is read by that program, which is not installed here.
  const project = { compilerOptions: COMPILER_OPTIONS, exclude: ['codegen.ts', 'node_modules'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(project));
  return {
    packedFiles: report.files.map(({ path }) => path),
    async compile(programs) {
      for (const [name, text] of Object.entries(programs))
        writeFileSync(path.join(folder, `${name}.ts`), text);
      const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
      try {
        await execute(process.execPath, [compiler, '--pretty', 'false'], { cwd: folder });
        return [];
      } catch (error) {
        // Lines that are indented explain the one before them.
        return (error as { stdout: string }).stdout.split('\n').filter((line) => /^\S/.test(line));
      }
    },
    async run(program, env) {
      const { stdout: printed } = await execute(process.execPath, [`${program}.js`], {
        cwd: folder,
        env: { ...process.env, ...env },
      });
      return printed;
    },
    async generate(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        writeFileSync(path.join(folder, name), text);
      }
      const tools = path.join(folder, 'node_modules/@graphql-codegen');
      symlinkSync(path.join(ROOT, 'node_modules/@graphql-codegen'), tools);
      const codegen = path.join(ROOT, 'node_modules/.bin/graphql-codegen');
      await execute(codegen, ['--config', 'codegen.ts'], { cwd: folder }).catch((error: unknown) => {
        throw new Error((error as { stderr: string }).stderr, { cause: error });
      });
    },
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A strict program for browsers and Node. It checks the declarations of the package too (`skipLibCheck`). */
const COMPILER_OPTIONS = {
  target: 'es2022',
  lib: ['es2022', 'dom'],
  module: 'nodenext',
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
};
