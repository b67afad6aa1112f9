// Lets Node import our TypeScript: `./x.js` resolves to `x.ts` where that exists, and SWC removes the types. The output is
// cached in .cache, and ends with a hash of its input.
import { transformSync, version } from '@swc/core';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import '../../src/main/process/resolve-once.ts';
import { mutated } from './mutant.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CACHE = path.join(ROOT, '.cache/typescript');
const SOURCES = path.join(ROOT, 'src');
/** The edits of a mutant, for programs that run one (test/simulation/mutants.ts). */
const EDITS = JSON.parse(process.env.MUTANT_EDITS ?? '[]');
const GLOBALS = new URL('./globals.mjs', import.meta.url).href;

/** Compiles decorators as TypeScript's own compiler does (tsconfig.json); `tsc` checks the types. */
const OPTIONS = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: false, useDefineForClassFields: false },
  },
  module: { type: 'es6' },
  sourceMaps: true,
};

/** The source map file of every loaded module, by the URL that stack traces show. */
export const sourceMaps = new Map();

mkdirSync(CACHE, { recursive: true });
registerHooks({
  resolve(specifier, context, next) {
    // The real package works only in modules that Jest itself loads.
    if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
    const url = typescriptUrl(specifier, context.parentURL);
    return url === null ? next(specifier, context) : { url, shortCircuit: true };
  },
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
    return { format: 'module', source: compile(url), shortCircuit: true };
  },
});

function typescriptUrl(specifier, parent) {
  if (!specifier.startsWith('.') || !specifier.endsWith('.js') || parent.includes('/node_modules/'))
    return null;
  const { href } = new URL(`${specifier.slice(0, -'.js'.length)}.ts`, parent);
  return existsSync(fileURLToPath(href)) ? href : null;
}

function compile(url) {
  const file = fileURLToPath(url);
  const source = mutated(readFileSync(file, 'utf8'), path.relative(SOURCES, file), EDITS);
  const madeFrom = `//${hashOf(version, OPTIONS, source)}`;
  const isMutant = EDITS.some((edit) => path.join(SOURCES, edit.file) === file);
  const name = isMutant ? hashOf(file, EDITS) : hashOf(file);
  const compiled = path.join(CACHE, `${name}.js`);
  const map = path.join(CACHE, `${name}.map`);
  sourceMaps.set(url, map);
  const kept = existsSync(compiled) ? readFileSync(compiled, 'utf8') : '';
  if (kept.endsWith(madeFrom)) return kept;
  const made = transformSync(source, { ...OPTIONS, filename: file });
  write(map, made.map);
  write(compiled, made.code + madeFrom);
  return made.code;
}

function hashOf(...values) {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}

/** Writes a file atomically, because other workers read it too. */
function write(file, text) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}
