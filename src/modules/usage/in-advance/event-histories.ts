/** What several events of a transaction are rated by, each part of it read once. */
export class EventHistories {
  private readonly known = new Map<string, unknown>();

  /** @param key of what is read: one key stands for one type. */
  async of<History>(key: string, read: () => Promise<History>): Promise<History> {
    if (!this.known.has(key)) this.known.set(key, await read());
    return this.known.get(key) as History;
  }
}
