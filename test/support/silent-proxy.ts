import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestDatabase } from './database.js';

/** A proxy between a program and its database that a test can make withhold all messages. */
export class SilentProxy {
  private isSilent = false;
  private silencingTexts: readonly string[] | null = null;
  private readonly sockets = new Set<Socket>();
  /** Deliveries that were withheld. */
  private withheld: (() => void)[] = [];

  private constructor(
    /** Connects to the database through the proxy. */
    readonly connection: TestDatabase['connection'],
    readonly close: () => Promise<void>,
  ) {}

  static async before({ connection }: TestDatabase): Promise<SilentProxy> {
    const folder = await mkdtemp(path.join(tmpdir(), 'proxy-'));
    const name = `.s.PGSQL.${connection.port}`;
    const server = createServer((program) => {
      proxy.join(program, connect(path.join(connection.host, name)));
    });
    const proxy = new SilentProxy({ ...connection, host: folder }, async () => {
      for (const socket of proxy.sockets) socket.destroy();
      server.close();
      await rm(folder, { recursive: true });
    });
    server.listen(path.join(folder, name));
    await once(server, 'listening');
    return proxy;
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
    this.sockets.add(from);
    from.on('data', (bytes) => {
      this.forward(() => to.write(bytes));
    });
    from.on('close', () => {
      this.sockets.delete(from);
      this.forward(() => to.destroy());
    });
    from.on('error', () => undefined);
  }

  private forward(arrive: () => void): void {
    if (this.isSilent) this.withheld.push(arrive);
    else arrive();
  }
}
