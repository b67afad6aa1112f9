import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { Permission } from '../../../platform/api/permissions.js';
import { CreditItemType, InvoiceCreditType } from './invoice-credit.schema.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';
import type { InvoiceRelations } from './invoice-relations.js';
import { InvoiceType } from './invoice.schema.js';
import type { Invoice } from '../records/invoice.table.js';

@Resolver(() => InvoiceCreditType)
export class InvoiceCreditResolver {
  constructor(private readonly relations: InvoiceRelations) {}

  @FieldResolver(() => Boolean, {
    description: 'Whether the credit was applied before taxes. False for credit notes.',
  })
  beforeTaxes(): boolean {
    return false;
  }

  @FieldResolver(() => CreditItemType, { description: 'The record that the credit comes from.' })
  item(@Root() { itemId, itemType: type, itemCode: code, itemName: name }: InvoiceCredit): CreditItemType {
    return { itemId, type, code, name };
  }

  @FieldResolver(() => InvoiceType, { description: 'The invoice that the credit was applied to.' })
  @Permission('invoice', 'read')
  invoice(@Root() { invoiceId }: InvoiceCredit, @Ctx() context: Context): Promise<Invoice> {
    return context.load(this.relations.invoice, invoiceId);
  }
}
