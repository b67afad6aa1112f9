import { CONTRACT_OPERATIONS } from './generated/contract-operations.js';
import type { Method, Route } from './route.js';

/** An operation of the contract, its path as Express writes it. */
export interface Operation {
  readonly method: Method;
  readonly path: string;
}

/** The operations of the contract that no row serves yet. */
export function unbuiltOperations(routes: readonly Route[]): Operation[] {
  const built = new Set(routes.map(shapeOf));
  return CONTRACT_OPERATIONS.map(parse).filter((operation) => !built.has(shapeOf(operation)));
}

/** What one area of the API lacks. */
export interface UnbuiltArea {
  /** The first word of its paths. */
  readonly area: string;
  /** Null: all of it. Else the parts below a record, and methods on the area itself. */
  readonly parts: readonly string[] | null;
  readonly operations: number;
}

/** The same by area, in the order of the alphabet. */
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

/** Parameters may have other names in a row than in the contract. */
function shapeOf({ method, path }: Operation): string {
  return `${method} ${path.replace(/:\w+/g, ':')}`;
}

function areaOf({ path }: Operation): string {
  return path.split('/')[1] ?? '';
}

/** `wallets` of `/customers/:external_customer_id/wallets/:code`; the method where the path ends before. */
function partOf({ method, path }: Operation): string {
  return path.split('/')[3] ?? method;
}
