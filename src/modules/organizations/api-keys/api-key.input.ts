/** A new API key. */
export interface CreateApiKey {
  readonly name?: string | null;
  readonly permissions?: Record<string, unknown> | null;
}

/** Changes of an API key; omitted members stay as they are. */
export interface UpdateApiKey {
  readonly id: string;
  readonly name?: string | null;
  readonly permissions?: Record<string, unknown> | null;
}

/** Replaces an API key by a new one with the same permissions. */
export interface RotateApiKey {
  readonly id: string;
  readonly name?: string | null;
  readonly expiresAt?: Date | null;
}
