import type { IntegrationTypeName } from './integration-types.js';

/** The types that can be connected: those that are recorded, and those with an implementation (docs/adr/0184). */
export const BUILT_TYPES = [
  'http_tax',
  'netsuite',
  'salesforce',
] as const satisfies readonly IntegrationTypeName[];

export type BuiltType = (typeof BUILT_TYPES)[number];

/** Null for a word that is no type, and for a type that is not built yet. */
export function builtType(word: string): BuiltType | null {
  return BUILT_TYPES.find((type) => type === word) ?? null;
}
