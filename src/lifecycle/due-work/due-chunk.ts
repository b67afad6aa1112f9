import type { DueWorkKind } from './due-work-kinds.js';

/** The work on one clock that is due by an instant. */
export interface DueSpan {
  /** Null: work that runs on the wall clock. */
  readonly testClockId: string | null;
  readonly upTo: Date;
  /** Whether to wait for a customer that another transaction has locked, or to skip the work. */
  readonly lockedCustomers: 'wait' | 'skip';
}

/** The customer whose work it is. */
export interface DueCustomer {
  readonly organizationId: string;
  readonly customerId: string;
}

/** All work of one kind that falls due for one customer at one instant. */
export interface DueGroup extends DueCustomer {
  readonly testClockId: string | null;
  readonly kind: DueWorkKind;
  readonly dueAt: Date;
  /** Failed attempts so far. */
  readonly attempts: number;
}

/** Groups of several customers of one organization, of one kind, instant and clock; one transaction does them all. */
export interface DueChunk extends Omit<DueGroup, 'customerId'> {
  /** At least one, each once. */
  readonly customerIds: readonly string[];
}

/** A chunk of one group. */
export function chunkOf({ customerId, ...common }: DueGroup): DueChunk {
  return { ...common, customerIds: [customerId] };
}
