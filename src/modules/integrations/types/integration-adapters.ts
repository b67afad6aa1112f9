import type { IntegrationTypeName } from './integration-types.js';

/** The implementation of a type of connection. That of a recorded type has nothing to call. */
export interface IntegrationAdapter {
  readonly type: IntegrationTypeName;
}

/** The types that can be connected: a type is added here with the calls that it makes (docs/adr/0184). */
export const BUILT_ADAPTERS: readonly IntegrationAdapter[] = [{ type: 'netsuite' }, { type: 'salesforce' }];

/** The implementations of connections, by type. */
export class IntegrationAdapters {
  private readonly byType: ReadonlyMap<string, IntegrationAdapter>;

  constructor(adapters: readonly IntegrationAdapter[]) {
    this.byType = new Map(adapters.map((adapter) => [adapter.type, adapter]));
  }

  /** Null for a word that is no type, and for a type that is not built yet. */
  find(type: string): IntegrationAdapter | null {
    return this.byType.get(type) ?? null;
  }
}
