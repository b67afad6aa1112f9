// How requests share the connections to the database: no organization waits for another one's work.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import {
  type Claimant,
  ConnectionGate,
  type GateLimits,
} from '../../src/platform/db/layers/connection-gate.js';
import { type Connections, openConnections } from '../../src/platform/db/database-connections.js';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { databaseFailure } from '../../src/platform/db/postgres/postgres-error.js';
import { AppError } from '../../src/platform/errors/app-error.js';
import { DEFAULT_LIMITS, type Limits } from '../../src/platform/limits.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';

const LIMITS: GateLimits = {
  connections: 4,
  connectionsPerOrganization: 2,
  waitingPerOrganization: 3,
  patienceMs: 60_000,
  ownPatienceMs: 60_000,
};

/** Work of claimants that lasts until it is ended, in the order in which it got its connection. */
class Works {
  readonly begun: string[] = [];
  readonly refused: [name: string, kind: string][] = [];
  private readonly ends = new Map<string, () => void>();

  start(claimant: Claimant, name: string): void {
    claimant
      .use(() => {
        this.begun.push(name);
        return new Promise<void>((resolve) => this.ends.set(name, resolve));
      })
      .catch((error: unknown) => this.refused.push([name, error instanceof AppError ? error.kind : 'bug']));
  }

  async end(name: string): Promise<void> {
    this.ends.get(name)?.();
    this.ends.delete(name);
    await settled();
  }

  async endAll(): Promise<void> {
    for (let [name] = this.ends.keys(); name !== undefined; [name] = this.ends.keys()) await this.end(name);
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the gate', () => {
  test('the connection gate gives an organization its share, and what becomes free to the others in turn', async () => {
    const gate = new ConnectionGate(LIMITS);
    const works = new Works();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) works.start(gate.claimant('a'), name);
    expect(works.begun).toEqual(['a1', 'a2']);
    for (const name of ['b1', 'b2', 'b3', 'c1', 'c2']) works.start(gate.claimant(name.charAt(0)), name);
    expect(works.begun).toEqual(['a1', 'a2', 'b1', 'b2']);
    expect([gate.inUse, gate.waiting, gate.waitingOrganizations]).toEqual([4, 6, 3]);
    for (const name of ['a1', 'a2', 'b1', 'b2', 'c1']) await works.end(name);
    // C has none when the first becomes free. A comes after it, as it gave one back before B did.
    expect(works.begun.slice(4)).toEqual(['c1', 'a3', 'c2', 'a4', 'b3']);
    // A has its share again: a connection that is free is not given to it.
    expect([gate.inUse, gate.waiting]).toEqual([4, 1]);
    await works.end('c2');
    expect([gate.inUse, gate.waiting]).toEqual([3, 1]);
    await works.endAll();
    expect(works.begun.slice(9)).toEqual(['a5']);
    expect([gate.inUse, gate.waiting]).toEqual([0, 0]);
  });

  test('within an organization, a request with many reads does not keep the others waiting', async () => {
    const gate = new ConnectionGate({ ...LIMITS, connectionsPerOrganization: 1 });
    const works = new Works();
    const [large, small] = [gate.claimant('a'), gate.claimant('a')];
    for (const name of ['large1', 'large2', 'large3', 'large4', 'large5']) works.start(large, name);
    works.start(small, 'small1');
    for (const name of ['large1', 'large2']) await works.end(name);
    expect(works.begun).toEqual(['large1', 'large2', 'small1']);
    await works.endAll();
  });

  test('the connection gate refuses a request when too many of its organization wait, those of others not', async () => {
    const gate = new ConnectionGate(LIMITS);
    const works = new Works();
    for (let index = 1; index <= 6; index += 1) works.start(gate.claimant('a'), `a${index}`);
    works.start(gate.claimant('b'), 'b1');
    await settled();
    expect(works.refused).toEqual([['a6', 'tooManyRequests']]);
    expect(works.begun).toEqual(['a1', 'a2', 'b1']);
    await works.endAll();
  });

  test('the connection gate refuses a request that has waited too long: by its own share, or by what all have', async () => {
    const gate = new ConnectionGate({ ...LIMITS, patienceMs: 1, ownPatienceMs: 20, connections: 3 });
    const works = new Works();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) works.start(gate.claimant(name.charAt(0)), name);
    await until(() => Promise.resolve(works.refused.length === 2));
    // An organization that waits for itself keeps nobody from anything, so it may wait longer.
    expect(works.refused).toEqual([
      ['b2', 'unavailable'],
      ['a3', 'tooManyRequests'],
    ]);
    // Nothing is left of them.
    await works.endAll();
    expect([gate.inUse, gate.waiting]).toEqual([0, 0]);
  });

  test('the connection gate drops the requests of a caller who has left', async () => {
    const gate = new ConnectionGate({ ...LIMITS, connections: 1 });
    const works = new Works();
    const leaving = new AbortController();
    works.start(gate.claimant('a'), 'a1');
    works.start(gate.claimant('a', leaving.signal), 'a2');
    works.start(gate.claimant('a'), 'a3');
    leaving.abort();
    await works.end('a1');
    expect(works.begun).toEqual(['a1', 'a3']);
    expect(works.refused).toEqual([['a2', 'unavailable']]);
    await works.endAll();
  });
});

describe('connections', () => {
  let database: TestDatabase;
  let observer: Pool;
  const opened: Connections[] = [];
  const open = (limits: Partial<Limits> = {}) => {
    const connections = openConnections(database.connection, { ...DEFAULT_LIMITS, ...limits });
    opened.push(connections);
    return connections;
  };
  beforeAll(async () => {
    database = await createDatabase();
    observer = connect(database.connection, { max: 1 });
  });
  afterAll(async () => {
    for (const connections of opened) await connections.close();
    await observer.close();
    await database.drop();
  });

  const kindOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => databaseFailure(error)?.kind ?? error,
    );
  const sleepers = async () => {
    const rows = await observer.sql`
      select from pg_stat_activity where datname = current_database() and state = 'active'
        and query like '%pg_sleep(%' and pid <> pg_backend_pid()`;
    return rows.length;
  };

  test('a statement of a request is ended after its time; a job has longer', async () => {
    const { tenants, jobs } = open({ requestStatementMs: 20, jobStatementMs: 60_000 });
    const db = tenants.forOrganization(randomUUID());
    expect(await kindOf(db.execute(sql`select pg_sleep(60)`))).toBe('unavailable');
    expect(await kindOf(db.transaction((tx) => tx.execute(sql`select pg_sleep(60)`)))).toBe('unavailable');
    expect(await kindOf(jobs.execute(sql`select pg_sleep(0.1)`))).toBe('done');
  });

  test.each<[string, Partial<Limits>]>([
    ['without a statement', { idleTransactionMs: 20 }],
    ['at all', { requestTransactionMs: 20 }],
  ])('a transaction that is open too long, %s, is ended', async (_, limits) => {
    const db = open(limits).tenants.forOrganization(randomUUID());
    const ended = db.transaction(async (tx) => {
      const rows = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const [row] = [...(rows as Iterable<{ pid: number }>)];
      await until(async () => {
        const found = await observer.sql`select from pg_stat_activity where pid = ${row?.pid ?? 0}`;
        return found.length === 0;
      });
    });
    expect(await kindOf(ended)).toBe('unavailable');
    expect(await kindOf(db.execute(sql`select 1`))).toBe('done');
  });

  test.each(['a read', 'a transaction'])('%s is cancelled when its caller leaves', async (kind) => {
    const connections = open();
    const leaving = new AbortController();
    const db = connections.tenants.forOrganization(randomUUID(), leaving.signal);
    const sleep = sql`select pg_sleep(60)`;
    const work = kindOf(kind === 'a read' ? db.execute(sleep) : db.transaction((tx) => tx.execute(sleep)));
    await until(async () => (await sleepers()) === 1);
    leaving.abort();
    expect(await work).toBe('unavailable');
    expect(await sleepers()).toBe(0);
    expect(connections.tenants.gate.inUse).toBe(0);
  });

  test('a transaction does nothing more when its caller has left', async () => {
    const { tenants } = open();
    const leaving = new AbortController();
    await observer.sql`create table written (id int)`;
    const db = tenants.forOrganization(randomUUID(), leaving.signal);
    const work = db.transaction(async (tx) => {
      await tx.execute(sql`insert into written values (${1})`);
      leaving.abort();
      await tx.transaction((part) => part.execute(sql`select 1`));
    });
    expect(await kindOf(work)).toBe('unavailable');
    expect(await observer.sql`select id from written`).toEqual([]);
  });

  const NESTED = 'A transaction is open: read and write through it, not through another connection.';

  test('inside a transaction no other connection is to be had, from any pool', async () => {
    const { tenants, jobs, reserved } = open();
    const db = tenants.forOrganization(randomUUID());
    for (const outer of [db, jobs]) {
      for (const inner of [db, jobs, reserved, tenants.forOrganization(randomUUID())]) {
        const nested = outer.transaction(() => inner.execute(sql`select 1`));
        await expect(nested).rejects.toMatchObject({ cause: { message: NESTED } });
      }
      const nested = outer.transaction(() => jobs.transaction((tx) => tx.execute(sql`select 1`)));
      await expect(nested).rejects.toThrow(NESTED);
      expect(await kindOf(outer.execute(sql`select 1`))).toBe('done');
    }
  });
});
