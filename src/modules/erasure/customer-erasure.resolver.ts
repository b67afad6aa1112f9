import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { type IdInput } from '../../platform/api/members/shapes.js';
import { CustomerPayload, CustomerType } from '../customers/api/customer.schema.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { CustomerErasure } from './customer-erasure.service.js';
import { EraseCustomerInput } from './customer-erasure.schema.js';

@Resolver(() => CustomerType)
export class CustomerErasureResolver {
  constructor(private readonly erasure: CustomerErasure) {}

  @Mutation(() => CustomerPayload, {
    description:
      'Erases what identifies a deleted customer, soon after: its names, addresses, tax numbers and metadata, also in logs, ' +
      'messages and stored responses. Issued documents keep them until their legal term is over. `erasedAt` tells when it is done. ' +
      'It cannot be undone; a repeat changes nothing.',
  })
  @Permission('customer', 'write')
  @FailsWith({ notFound: ['customer'], notAllowed: ['customer_not_deleted', 'customer_is_billed'] })
  async eraseCustomer(
    @Ctx() context: Context,
    @Arg('input', () => EraseCustomerInput) { id }: IdInput,
  ): Promise<{ customer: Customer }> {
    return { customer: await this.erasure.request(context.beginWrite(), context.actor, id) };
  }
}
