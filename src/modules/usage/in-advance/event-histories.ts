/** Caches what the events billed in one transaction are rated by, so that each part is read once. */
export class EventHistories {
  private readonly known = new Map<string, unknown>();

  /** Reads unless the key is cached. @param key must always be used with the same type. */
  async getOrRead<History>(key: string, read: () => Promise<History>): Promise<History> {
    if (!this.known.has(key)) this.known.set(key, await read());
    return this.known.get(key) as History;
  }
}
