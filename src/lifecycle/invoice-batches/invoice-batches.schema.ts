import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType()
export class FinalizeAllInvoicesPayload {
  @Field(() => Int, { description: 'Number of draft invoices at the time of the request.' })
  invoicesCount!: number;
}

@ObjectType()
export class RetryAllInvoicesPayload {
  @Field(() => Int, { description: 'Number of failed invoices at the time of the request.' })
  invoicesCount!: number;
}

@ObjectType()
export class RetryAllInvoicePaymentsPayload {
  @Field(() => Int, { description: 'Number of invoices whose payment is requested.' })
  invoicesCount!: number;
}
