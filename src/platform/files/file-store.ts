/** Keeps files outside of the database, by keys. */
export interface FileStore {
  /** Writes a file; one with the same key is replaced. @throws Error when that fails. */
  put(key: string, file: { readonly content: Uint8Array; readonly contentType: string }): Promise<void>;
  /** @returns null if there is none. @throws Error when the storage does not answer. */
  get(key: string): Promise<Uint8Array | null>;
  /** Deletes a file, if there is one. @throws Error when that fails. */
  delete(key: string): Promise<void>;
}
