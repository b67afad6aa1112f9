import { sql } from 'drizzle-orm';
import { batchCheck } from '../../platform/verification/batch-check.js';
import type { Check } from '../../platform/verification/check.js';
import { fees } from '../invoices/records/fees/fee.table.js';
import { invoices } from '../invoices/records/invoice.table.js';
import { creditNotes } from './records/credit-note.table.js';

/** What `verify` compares of credit notes. */
export const CREDIT_NOTE_CHECKS: readonly Check[] = [
  batchCheck({
    name: 'credit_note_balances',
    claim: 'The balance of every credit note is what invoices have not used of it.',
    records: creditNotes,
    // Source: credit-notes.md §1, §4.
    differences: sql`
      select batch.organization_id, batch.id,
        json_build_object('balance_amount_cents', batch.balance_amount_cents::text,
          'credit_status', batch.credit_status) as stored,
        json_build_object('balance_amount_cents',
          case when batch.credit_status = 'voided' then 0 else batch.credit_amount_cents - used.amount end::text,
          'used_amount_cents', used.amount::text) as expected
      from batch cross join lateral (
        select coalesce(sum(credit.amount_cents), 0) as amount from invoice_credits as credit
        where credit.organization_id = batch.organization_id and credit.item_id = batch.id
          and credit.item_type = 'credit_note' and credit.returned_at is null
      ) as used
      where case
        when batch.credit_status = 'voided' then batch.balance_amount_cents <> 0 or used.amount > batch.credit_amount_cents
        else batch.balance_amount_cents <> batch.credit_amount_cents - used.amount
          or (batch.credit_status = 'consumed') <> (used.amount > 0 and batch.balance_amount_cents = 0) end`,
  }),
  batchCheck({
    name: 'credit_note_items',
    claim: 'Every credit note has the taxes of the fees that it credits.',
    records: creditNotes,
    // Source: credit-notes.md §3.
    differences: sql`
      select batch.organization_id, batch.id,
        json_build_object('items', items.amount::text, 'taxes', batch.taxes_amount_cents::text,
          'applied_taxes', applied.taxes) as stored,
        json_build_object('taxes', applied.amount::text, 'applied_taxes', credited.taxes) as expected
      from batch
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as amount from credit_note_items as item
        where item.organization_id = batch.organization_id and item.credit_note_id = batch.id
      ) as items
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as amount, count(*) as applied_count,
          array_agg(coalesce(tax_id::text, tax_code) order by coalesce(tax_id::text, tax_code)) as taxes
        from credit_note_taxes as applied
        where applied.organization_id = batch.organization_id and applied.credit_note_id = batch.id
      ) as applied
      cross join lateral (
        select array_agg(distinct coalesce(tax.tax_id::text, tax.tax_code)) as taxes
        from credit_note_items as item join applied_taxes as tax
          on tax.organization_id = item.organization_id and tax.fee_id = item.fee_id
        where item.organization_id = batch.organization_id and item.credit_note_id = batch.id
      ) as credited
      cross join lateral (
        select count(*) as notes from credit_notes as note
        where note.organization_id = batch.organization_id and note.invoice_id = batch.invoice_id
      ) as all_notes
      where not coalesce(applied.taxes @> credited.taxes, credited.taxes is null)
        -- The last note of an invoice also has what rounding has left of the taxes of other fees.
        or exists (
          select from credit_note_taxes as other
          where other.organization_id = batch.organization_id and other.credit_note_id = batch.id
            and coalesce(other.tax_id::text, other.tax_code) <> all (coalesce(credited.taxes, '{}')) and not exists (
              select from applied_taxes as tax where tax.organization_id = batch.organization_id
                and tax.invoice_id = batch.invoice_id
                and coalesce(tax.tax_id::text, tax.tax_code) = coalesce(other.tax_id::text, other.tax_code)))
        -- Each applied tax is rounded, and so is their sum; the last note takes what that leaves of all.
        or abs(applied.amount - batch.taxes_amount_cents) > all_notes.notes * (applied.applied_count + 1) / 2.0`,
  }),
  batchCheck({
    name: 'credit_notes_of_invoices',
    claim: 'The credit notes of an invoice give back no more than the invoice.',
    records: invoices,
    // Source: credit-notes.md §2. Notes from before docs/adr/0127 were rounded one by one. What an earlier progressive invoice has
    // billed of the fees is given back by notes of the later one (progressive-billing.md §6).
    differences: sql`
      select batch.organization_id, batch.id, json_build_object('credit_notes', notes.amount::text) as stored,
        json_build_object('sub_total_including_taxes_amount_cents',
          batch.sub_total_including_taxes_amount_cents::text) as expected
      from batch cross join lateral (
        select sum(note.total_amount_cents) as amount, count(*) as notes from credit_notes as note
        where note.organization_id = batch.organization_id and note.invoice_id = batch.id and note.status = 'finalized'
      ) as notes
      where batch.status <> 'draft' and batch.progressive_billing_credit_amount_cents = 0
        and notes.amount > batch.sub_total_including_taxes_amount_cents + 2 * notes.notes`,
  }),
  batchCheck({
    name: 'credit_note_numbers',
    claim: 'Credit notes are numbered after their invoices, one after another.',
    records: creditNotes,
    differences: sql`
      select batch.organization_id, batch.id,
        json_build_object('number', batch.number, 'sequential_id', batch.sequential_id) as stored,
        json_build_object('number', expected.number) as expected
      from batch
      join invoices as invoice on invoice.organization_id = batch.organization_id and invoice.id = batch.invoice_id
      cross join lateral (
        select invoice.number || '-CN' || lpad(batch.sequential_id::text,
          greatest(3, length(batch.sequential_id::text)), '0') as number
      ) as expected
      where batch.status = 'finalized' and batch.number <> expected.number`,
  }),
  batchCheck({
    name: 'invoice_offsets',
    claim:
      'What credit notes offset and refund of an invoice is what it says, and not more than was due and paid.',
    records: invoices,
    // Source: credit-notes.md §2.2.
    differences: sql`
      select batch.organization_id, batch.id,
        json_build_object('total_offset_amount_cents', batch.total_offset_amount_cents::text,
          'refunded', notes.refunded::text) as stored,
        json_build_object('total_offset_amount_cents', notes.offset_amount::text,
          'paid', batch.total_paid_amount_cents::text) as expected
      from batch cross join lateral (
        select coalesce(sum(offset_amount_cents), 0) as offset_amount, coalesce(sum(refund_amount_cents), 0) as refunded
        from credit_notes as note
        where note.organization_id = batch.organization_id and note.invoice_id = batch.id and note.status = 'finalized'
      ) as notes
      where batch.total_offset_amount_cents <> notes.offset_amount or notes.refunded > batch.total_paid_amount_cents`,
  }),
  batchCheck({
    name: 'credited_fees',
    claim: 'No fee is credited by more than its amount.',
    records: fees,
    differences: sql`
      select batch.organization_id, batch.id,
        json_build_object('credited', credited.amount::text) as stored,
        json_build_object('amount_cents', batch.amount_cents::text) as expected
      from batch cross join lateral (
        select sum(item.amount_cents) as amount from credit_note_items as item
        where item.organization_id = batch.organization_id and item.fee_id = batch.id
      ) as credited
      where credited.amount > batch.amount_cents`,
  }),
];
