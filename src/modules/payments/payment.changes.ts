import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Customer } from '../customers/customer.table.js';
import type { Payment } from './payment.table.js';

export type PaymentChange = ChangeOf<'payment.recorded', { payment: Payment; customer: Customer }>;
