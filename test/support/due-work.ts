import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { DueWorkHandler, DueWorkHandlers } from '../../src/lifecycle/due-work/due-work-engine.js';
import { DUE_WORK, type DueWorkKind } from '../../src/lifecycle/due-work/due-work-kinds.js';
import { systemActor } from '../../src/platform/actor.js';
import { createClock, createCustomer } from './builders.js';
import type { Client } from './client.js';
import type { SharedServer } from './server.js';

/** Work that was done, in commit order. */
export interface DoneWork {
  readonly subjectId: string;
  readonly kind: DueWorkKind;
  readonly dueAt: string;
}

/** Schedules work for a customer, and records in a table of the test which work was done. */
export class WorkBook {
  private readonly planned: string[] = [];

  private constructor(
    private readonly server: SharedServer,
    private readonly client: Client,
    private readonly customer: { svc_id: string; svc_test_clock_id: string | null },
  ) {}

  /** @param frozenTime the time of the customer's test clock; null for a customer in real time. */
  static async open(server: SharedServer, client: Client, frozenTime: string | null): Promise<WorkBook> {
    await server.pool.sql`
      create table if not exists done_work
        (place serial, subject_id uuid, kind text, due_at timestamptz)`;
    const clockId =
      frozenTime === null ? null : (await createClock(client, { frozen_time: frozenTime })).svc_id;
    const customer = await createCustomer(client, clockId === null ? {} : { test_clock_id: clockId });
    return new WorkBook(server, client, customer);
  }

  /** A work book for another customer on the same clock. */
  async beside(): Promise<WorkBook> {
    const { server, client, testClockId } = this;
    return new WorkBook(server, client, await createCustomer(client, { test_clock_id: testClockId }));
  }

  get customerId(): string {
    return this.customer.svc_id;
  }

  get testClockId(): string {
    const { svc_test_clock_id: id } = this.customer;
    if (id === null) throw new Error('This customer lives in real time.');
    return id;
  }

  /** Schedules work for each instant. @returns its subject id. */
  async plan(...dueAts: string[]): Promise<string[]> {
    const subjectIds = [];
    for (const dueAt of dueAts) subjectIds.push(await this.planOf('subscription_billing', dueAt));
    return subjectIds;
  }

  /** Schedules work of a kind. @returns its subject id. */
  async planOf(kind: DueWorkKind, dueAt: string): Promise<string> {
    const subjectId = randomUUID();
    await this.server.pool.db.transaction((tx) =>
      DUE_WORK.schedule(tx, systemActor(this.client.organizationId, null), [
        {
          kind,
          subjectId,
          customerId: this.customerId,
          testClockId: this.customer.svc_test_clock_id,
          dueAt: new Date(dueAt),
        },
      ]),
    );
    this.planned.push(subjectId);
    return subjectId;
  }

  async done(): Promise<DoneWork[]> {
    const rows = await this.server.pool.sql<{ subject_id: string; kind: DueWorkKind; due_at: string }[]>`
      select subject_id, kind, due_at from done_work where subject_id = any(${this.planned}::uuid[]) order by place`;
    return rows.map(({ subject_id: subjectId, kind, due_at }) => {
      return { subjectId, kind, dueAt: new Date(due_at).toISOString() };
    });
  }
}

/** A handler that records its work in the book; `interfere` runs first and may throw or wait. */
export function bookkeeper(interfere: (batch: Parameters<DueWorkHandler>[2]) => unknown = () => null) {
  const handler: DueWorkHandler = async (tx, actor, batch) => {
    await interfere(batch);
    for (const subjectId of batch.subjectIds) {
      await tx.execute(sql`
        insert into done_work (subject_id, kind, due_at)
        values (${subjectId}, ${batch.kind}, ${actor.at?.toISOString() ?? null})`);
    }
  };
  return Object.fromEntries(DUE_WORK.names.map((kind) => [kind, handler])) as unknown as DueWorkHandlers;
}
