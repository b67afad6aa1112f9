import type { Socket } from 'node:net';
import type { TestDatabase } from './database.js';
import { listenBefore, type ProxySocket } from './proxy.js';

/** A proxy between a program and its database that a test can make withhold all messages. */
export class SilentProxy {
  private isSilent = false;
  private silencingTexts: readonly string[] | null = null;
  /** Deliveries that were withheld. */
  private withheld: (() => void)[] = [];

  private constructor(private readonly socket: ProxySocket) {}

  static async before(database: Pick<TestDatabase, 'connection'>): Promise<SilentProxy> {
    const proxy: SilentProxy = new SilentProxy(
      await listenBefore(database, (program, postgres) => {
        proxy.join(program, postgres);
      }),
    );
    return proxy;
  }

  /** Connects to the database through the proxy. */
  get connection(): TestDatabase['connection'] {
    return this.socket.connection;
  }

  close(): Promise<void> {
    return this.socket.close();
  }

  /** Withholds all messages from now on, in both directions. */
  fallSilent(): void {
    this.isSilent = true;
  }

  /** Falls silent as soon as the program has sent messages with these texts, one after the other, on one connection. */
  fallSilentAfter(...texts: string[]): void {
    this.silencingTexts = texts;
  }

  /** Delivers the withheld messages to connections that are still open, and all later ones. */
  speakAgain(): void {
    this.isSilent = false;
    for (const arrive of this.withheld) arrive();
    this.withheld = [];
  }

  private join(program: Socket, postgres: Socket): void {
    this.pass(program, postgres);
    this.pass(postgres, program);
    let matched = 0;
    // Registered after `pass`, so that the message itself is still delivered.
    program.on('data', (bytes) => {
      if (this.silencingTexts === null || !bytes.includes(this.silencingTexts[matched] ?? '')) return;
      matched += 1;
      if (matched < this.silencingTexts.length) return;
      this.silencingTexts = null;
      this.fallSilent();
    });
  }

  private pass(from: Socket, to: Socket): void {
    from.on('data', (bytes) => {
      this.forward(() => to.write(bytes));
    });
    from.on('close', () => {
      this.forward(() => to.destroy());
    });
    from.on('error', () => undefined);
  }

  private forward(arrive: () => void): void {
    if (this.isSilent) this.withheld.push(arrive);
    else arrive();
  }
}
