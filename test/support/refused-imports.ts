// The imports that the order of the sources refuses.
import path from 'node:path';
import type ts from 'typescript';
import { importsOf } from './imports.js';
import { LAYERS, ROOMS } from './source-order.js';

interface Pair {
  /** Paths in the repository. */
  readonly importer: string;
  readonly imported: string;
  readonly isType: boolean;
}

/** @returns `file imports file: why not` of each refused import of a file of `src`. */
export function refusedImports(file: ts.SourceFile): string[] {
  const found = importsOf(file).flatMap(({ from: imported, isType }) => {
    const pair = { importer: file.fileName, imported, isType };
    return [refusedByLayer(pair), refusedByRoom(pair), refusedByRole(pair)]
      .filter((why) => why !== null)
      .map((why) => `${file.fileName} imports ${imported}: ${why}`);
  });
  return [...new Set(found)];
}

function refusedByLayer({ importer, imported }: Pair): string | null {
  const [from, to] = [layerOf(importer), layerOf(imported)];
  const isAllowed = from === to ? from in LAYERS : LAYERS[from]?.includes(to) === true;
  return isAllowed ? null : `${from} knows nothing of ${to}`;
}

function refusedByRoom({ importer, imported }: Pair): string | null {
  for (const [folder, rooms] of Object.entries(ROOMS)) {
    const [from, to] = [importer, imported].map((file) => rooms.indexOf(folderWithin(folder, file) ?? ''));
    if (from !== undefined && to !== undefined && from >= 0 && to > from)
      return `${folder}/${rooms[to] ?? ''} lies above ${folder}/${rooms[from] ?? ''}`;
  }
  return null;
}

/** Rows are read and written by their own capability. Row types may be named anywhere: they are what services answer. */
function refusedByRole({ importer, imported, isType }: Pair): string | null {
  const [from, to] = [capabilityOf(importer), capabilityOf(imported)];
  if (to === null || from === to) return null;
  const isOfModule = layerOf(importer) === 'modules';
  if (imported.endsWith('.repository.ts') && (isOfModule || layerOf(imported) === 'lifecycle'))
    return `only ${to} uses its repositories: take a service`;
  const joins = isOfModule && !isType && !/\.(?:table|repository|checks)\.ts$/.test(importer);
  return imported.endsWith('.table.ts') && joins
    ? `only tables, repositories and checks use tables of ${to}`
    : null;
}

function layerOf(file: string): string {
  return folderWithin('.', file) ?? file;
}

/** The folder of a module or of the lifecycle that holds a file; null for other files. */
function capabilityOf(file: string): string | null {
  const layer = layerOf(file);
  const folder = layer === 'modules' || layer === 'lifecycle' ? folderWithin(layer, file) : null;
  return folder === null ? null : `${layer}/${folder}`;
}

/** The folder directly within one of `src` that holds a file; null if none does. */
function folderWithin(folder: string, file: string): string | null {
  const [first = '', ...rest] = path.posix.relative(path.posix.join('src', folder), file).split('/');
  return first === '..' || rest.length === 0 ? null : first;
}
