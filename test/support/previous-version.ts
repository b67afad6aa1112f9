import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { transpile } from './transpile.js';

const root = path.resolve(import.meta.dirname, '../..');

/** A build of the program before the newest migration. */
export interface PreviousVersion {
  readonly commit: string;
  /** The folder of its programs, `dist/main`. */
  readonly programs: string;
}

/**
 * Builds the program from the parent of the commit that added the newest migration: the last version for the old schema.
 * @returns null without the necessary git history: no repository, or a shallow clone.
 */
export function buildPreviousVersion(newestMigration: string): PreviousVersion | null {
  const commit = commitBefore(`schema/migrations/${newestMigration}.sql`);
  if (commit === null) return null;
  const folder = path.join(root, '.cache/previous-versions', commit);
  const stamp = path.join(folder, 'built');
  if (!existsSync(stamp)) {
    // Removes builds for earlier migrations.
    rmSync(path.dirname(folder), { recursive: true, force: true });
    extractCommit(commit, folder, ['src', 'schema', 'package.json']);
    build(path.join(folder, 'src'), path.join(folder, 'dist'));
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    writeFileSync(stamp, '');
  }
  return { commit, programs: path.join(folder, 'dist/main') };
}

/** The parent of the commit that added a file; the last commit for a file that is not committed yet. */
function commitBefore(file: string): string | null {
  try {
    // On the main line: a merged branch has added it to a schema that lacks other migrations.
    const adding = git('log', '--first-parent', '--diff-filter=A', '--format=%H', '-1', '--', file);
    return git('rev-parse', '--verify', '--quiet', adding === '' ? 'HEAD' : `${adding}^`);
  } catch {
    return null;
  }
}

/** Writes files of a commit into a folder. @throws Error without the git history that holds it. */
export function extractCommit(commit: string, folder: string, files: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const archive = path.join(folder, 'source.tar');
  git('archive', `--output=${archive}`, commit, ...files);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  rmSync(archive);
}

/** Transpiles the sources, and copies what else the build does; their types were checked when they were committed. */
function build(from: string, to: string): void {
  const files = readdirSync(from, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const target = path.join(to, file.replace(/\.ts$/, '.js'));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, transpile(readFileSync(path.join(from, file), 'utf8')));
  }
  for (const file of files.filter((name) => name.endsWith('.graphql')))
    copyFileSync(path.join(from, file), path.join(to, file));
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
