import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestDatabase } from './database.js';

/** Stands between a program and its database, and keeps back what they say to each other when it is told to. */
export class SilentProxy {
  private isSilent = false;
  private lastWords: readonly string[] | null = null;
  private readonly sockets = new Set<Socket>();
  /** What would have arrived. */
  private keptBack: (() => void)[] = [];

  private constructor(
    /** The database, seen through it. */
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

  /** From now on nothing arrives, on either side. */
  fallSilent(): void {
    this.isSilent = true;
  }

  /** The same, once the program has sent messages with these texts, one after the other, on one connection. */
  fallSilentAfter(...texts: string[]): void {
    this.lastWords = texts;
  }

  /** What was kept back arrives after all, where anybody still listens. */
  speakAgain(): void {
    this.isSilent = false;
    for (const arrive of this.keptBack) arrive();
    this.keptBack = [];
  }

  private join(program: Socket, postgres: Socket): void {
    this.pass(program, postgres);
    this.pass(postgres, program);
    let said = 0;
    // After the message has passed.
    program.on('data', (bytes) => {
      if (this.lastWords === null || !bytes.includes(this.lastWords[said] ?? '')) return;
      said += 1;
      if (said < this.lastWords.length) return;
      this.lastWords = null;
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
    if (this.isSilent) this.keptBack.push(arrive);
    else arrive();
  }
}
