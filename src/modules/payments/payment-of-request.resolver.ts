import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { PaymentPayload, PaymentType, RecordPaymentOfRequestInput } from './payment.schema.js';
import type { PaymentService } from './payment.service.js';
import type { Payment } from './payment.table.js';

/** Records payments of payment requests. The REST contract knows payments of invoices only. */
@Resolver(() => PaymentType)
export class PaymentOfRequestResolver {
  constructor(private readonly payments: PaymentService) {}

  @Mutation(() => PaymentPayload, {
    description:
      'Records a payment of everything that is due on a payment request, made outside of any payment provider. It pays each unpaid invoice of the request.',
  })
  @Permission('payment', 'write')
  @FailsWith({
    notFound: ['payment request'],
    fields: [
      'invalid_amount',
      'invalid_value',
      'payment_request_is_already_succeeded',
      'value_is_out_of_range',
    ],
  })
  async recordPaymentOfRequest(
    @Ctx() context: Context,
    @Arg('input', () => RecordPaymentOfRequestInput, {
      description: 'The payment request that was paid, with amount and date of the payment.',
    })
    input: RecordPaymentOfRequestInput,
  ): Promise<{ payment: Payment }> {
    return { payment: await this.payments.recordOfRequest(context.beginWrite(), context.actor, input) };
  }
}
