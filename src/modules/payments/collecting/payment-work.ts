import { DueWorkKinds } from '../../../platform/due-work/due-work-kinds.js';

/** The kind of due work on payments: the sandbox settles those that it processes for a day. */
export const PAYMENT_WORK = DueWorkKinds.of({ sandbox_payment: { customersAtOnce: 1 } });
