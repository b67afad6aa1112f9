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
  /** @returns the errors of the compiler, one per line, without their file; empty if it accepts the program. */
  compile(program: string): Promise<string[]>;
  /** Compiles and runs a program. @returns what it prints. */
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
  const compile = async (program: string) => {
    writeFileSync(path.join(folder, 'program.ts'), program);
    const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    try {
      await execute(process.execPath, [compiler, '--pretty', 'false'], { cwd: folder });
      return [];
    } catch (error) {
      return (error as { stdout: string }).stdout.trimEnd().split('\n');
    }
  };
  return {
    packedFiles: report.files.map(({ path }) => path),
    compile,
    async run(program, env) {
      const errors = await compile(program);
      if (errors.length > 0) throw new Error(errors.join('\n'));
      const { stdout: printed } = await execute(process.execPath, ['program.js'], {
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
