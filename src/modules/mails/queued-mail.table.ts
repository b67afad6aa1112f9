import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../../platform/db/tables/columns.js';
import { enumChecks } from '../../platform/db/tables/enum-checks.js';
import { organizations } from '../organizations/records/organization.table.js';

/** A document whose PDF is attached. */
export interface AttachedDocument {
  readonly documentType: string;
  readonly documentId: string;
}

/** What an e-mail is about, as the activity log shows it. */
export interface MailSubject {
  readonly resourceType: string;
  readonly resourceId: string;
  readonly externalCustomerId: string;
  /** The number of the document; null if it has none. */
  readonly number: string | null;
}

/** E-mails that wait to be handed over. A row is deleted once its message was accepted, or refused for good. */
export const queuedMails = pgTable(
  'queued_mails',
  {
    /** Makes the Message-ID. */
    id: id(),
    /** The organization on whose behalf it is sent; null for one about the account of a person. */
    organizationId: uuid('organization_id').references(() => organizations.id),
    fromName: text('from_name').notNull(),
    replyTo: text('reply_to'),
    to: text('to_addresses').array().notNull(),
    cc: text('cc_addresses').array().notNull(),
    bcc: text('bcc_addresses').array().notNull(),
    subject: text('subject').notNull(),
    text: text('body_text').notNull(),
    html: text('body_html').notNull(),
    attachments: jsonb('attachments').$type<readonly AttachedDocument[]>().notNull(),
    /** Null for an e-mail that is not about a document: it leaves no entry in the activity log. */
    about: jsonb('about').$type<MailSubject>(),
    /** True if a caller asked for it, false if it follows from a change. */
    isResent: boolean('is_resent').notNull(),
    /** False for customers on a test clock: it is only logged. */
    isHandedOver: boolean('is_handed_over').notNull(),
    /** Who asked for it. */
    source: text('source', { enum: ['api', 'front', 'system'] }).notNull(),
    userEmail: text('user_email'),
    apiKeyId: uuid('api_key_id'),
    /** The number of attempts that have failed. */
    attempts: integer('attempts').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    ...enumChecks(table),
    index('queued_mails_organization').on(table.organizationId),
    check('queued_mails_attempts', sql`${table.attempts} >= 0`),
  ],
);

export type QueuedMail = typeof queuedMails.$inferSelect;
