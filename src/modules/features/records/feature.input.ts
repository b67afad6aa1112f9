import type { Privilege } from './feature.table.js';

/** A new privilege, or changes of a known one. */
export interface SentPrivilege {
  readonly code: string;
  readonly name?: string | null;
  readonly valueType?: Privilege['valueType'] | null;
  readonly config?: Readonly<Record<string, unknown>> | null;
}

export interface CreateFeature {
  readonly code: string;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly privileges?: readonly SentPrivilege[] | null;
}

/** Changes of a feature; omitted members stay as they are, and privileges that are not sent, too. */
export interface UpdateFeature {
  readonly id: string;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly privileges?: readonly SentPrivilege[] | null;
}

/** A privilege by its code and that of its feature. */
export interface DeletePrivilege {
  readonly featureCode: string;
  readonly code: string;
}
