import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '../../platform/db/columns.js';

export const organizations = pgTable('organizations', {
  id: id(),
  name: text('name').notNull(),
  /** The `sequential_id` of the customer created last; never reused (invoices.md §5.3). */
  lastCustomerNumber: integer('last_customer_number').notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export type Organization = typeof organizations.$inferSelect;
