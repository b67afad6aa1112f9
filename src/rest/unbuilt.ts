import { CONTRACT_OPERATIONS } from './generated/contract-operations.js';
import type { Method, Route } from './route.js';

/** An operation of the contract, with its path in the syntax of Express. */
export interface Operation {
  readonly method: Method;
  readonly path: string;
}

/** The operations of the contract that no row serves yet. */
export function unbuiltOperations(routes: readonly Route[]): Operation[] {
  const built = new Set(routes.map(shapeOf));
  return CONTRACT_OPERATIONS.map(parse).filter((operation) => !built.has(shapeOf(operation)));
}

/** The operations of one area of the API that are not implemented. */
export interface UnbuiltArea {
  /** The first word of its paths. */
  readonly area: string;
  /** The missing parts below a record, and missing methods of the area itself; null when the whole area is missing. */
  readonly parts: readonly string[] | null;
  readonly operations: number;
}

/** The operations of the contract that no row serves yet, by area, in alphabetical order. */
export function unbuiltAreas(routes: readonly Route[]): UnbuiltArea[] {
  const missing = Map.groupBy(unbuiltOperations(routes), areaOf);
  const begun = new Set(routes.map(areaOf));
  return [...missing].map(([area, operations]) => ({
    area,
    parts: begun.has(area) ? [...new Set(operations.map(partOf))] : null,
    operations: operations.length,
  }));
}

function parse(operation: string): Operation {
  const [method, path = ''] = operation.split(' ');
  return { method: method as Method, path: path.replace(/\{(\w+)\}/g, ':$1') };
}

/** The method and path without names of parameters, which may differ between a row and the contract. */
function shapeOf({ method, path }: Operation): string {
  return `${method} ${path.replace(/:\w+/g, ':')}`;
}

function areaOf({ path }: Operation): string {
  return path.split('/')[1] ?? '';
}

/** `wallets` of `/customers/:external_customer_id/wallets/:code`; the method if the path has no such part. */
function partOf({ method, path }: Operation): string {
  return path.split('/')[3] ?? method;
}
