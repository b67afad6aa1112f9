import { ObjectType } from 'type-graphql';
import { Whole } from '../../platform/api/members/fields.js';

@ObjectType()
export class FinalizeAllInvoicesPayload {
  @Whole('Number of draft invoices at the time of the request.') invoicesCount!: number;
}

@ObjectType()
export class RetryAllInvoicesPayload {
  @Whole('Number of failed invoices at the time of the request.') invoicesCount!: number;
}

@ObjectType()
export class RetryAllInvoicePaymentsPayload {
  @Whole('Number of invoices whose payment is requested.') invoicesCount!: number;
}
