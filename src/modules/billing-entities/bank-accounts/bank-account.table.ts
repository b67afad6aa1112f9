import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { belongsTo } from '../../../platform/db/tables/tenant-keys.js';
import { billingEntities } from '../records/billing-entity.table.js';

/** The accounts to which invoices of billing entities are paid, one for a currency. Source: billing-entities.md §5. */
export const bankAccounts = pgTable(
  'bank_accounts',
  {
    id: id(),
    organizationId: organizationId(),
    billingEntityId: uuid('billing_entity_id').notNull(),
    /** Its place in the list that was sent, from 0. */
    position: integer('position').notNull(),
    /** Null: for all currencies without an account. */
    currency: text('currency'),
    /** Without blanks, in upper case; null for an account with another number. */
    iban: text('iban'),
    accountNumber: text('account_number'),
    routingCode: text('routing_code'),
    bic: text('bic'),
    /** Null: the legal name of the billing entity, else its name. */
    holder: text('holder'),
    bankName: text('bank_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    belongsTo(
      'bank_accounts_entity_fk',
      { organizationId: table.organizationId, reference: table.billingEntityId },
      billingEntities,
    ),
    unique('bank_accounts_currency')
      .on(table.organizationId, table.billingEntityId, table.currency)
      .nullsNotDistinct(),
    check(
      'bank_accounts_number',
      sql`(${table.iban} is null) = (${table.accountNumber} is not null and ${table.routingCode} is not null)
        and num_nonnulls(${table.accountNumber}, ${table.routingCode}) <> 1`,
    ),
  ],
);

export type BankAccount = typeof bankAccounts.$inferSelect;
