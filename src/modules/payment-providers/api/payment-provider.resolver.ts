import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { defineFinder } from '../../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import {
  CreatePaymentProviderInput,
  DeletePaymentProviderInput,
  DeletePaymentProviderPayload,
  PaymentProviderConnection,
  PaymentProviderPageArgs,
  PaymentProviderPayload,
  PaymentProviderType,
  UpdatePaymentProviderInput,
} from './payment-provider.schema.js';
import type { PaymentProviderService } from '../connections/payment-provider.service.js';
import type { PaymentProviderRow } from '../records/payment-provider.table.js';

const FIELD_ERRORS = ['url_is_invalid', 'invalid_format', 'value_already_exist'] as const;

@Resolver(() => PaymentProviderType)
export class PaymentProviderResolver {
  private readonly named = defineFinder('payment_provider', ({ db, actor }, ids) =>
    this.providers.getMany(db, actor, ids),
  );

  constructor(private readonly providers: PaymentProviderService) {}

  @Query(() => PaymentProviderType, { description: 'The connection to a payment provider with this id.' })
  @Permission('organization', 'read')
  paymentProvider(@Ctx() context: Context, @Arg('id', () => ID) id: string): Promise<PaymentProviderRow> {
    return context.load(this.named, id);
  }

  @Query(() => PaymentProviderConnection, {
    name: 'paymentProviders',
    description:
      'Connections to payment providers, newest first. Every organization has one to the sandbox until it deletes it.',
  })
  @Permission('organization', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => PaymentProviderPageArgs) args: ListArgs,
  ): Promise<Connection<PaymentProviderRow>> {
    return new PaymentProviderConnection(await this.providers.list(db, actor, listQuery(args, pageLimits)));
  }

  @Mutation(() => PaymentProviderPayload, {
    description:
      'Connects an account at a payment provider. The server then registers the address at which it receives the messages of the provider.',
  })
  @Permission('organization', 'write')
  @FailsWith({ fields: [...FIELD_ERRORS, 'unsupported_value'] })
  async createPaymentProvider(
    @Ctx() context: Context,
    @Arg('input', () => CreatePaymentProviderInput, { description: 'The connection to create.' })
    input: CreatePaymentProviderInput,
  ): Promise<{ paymentProvider: PaymentProviderRow }> {
    return { paymentProvider: await this.providers.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => PaymentProviderPayload, { description: 'Updates a connection to a payment provider.' })
  @Permission('organization', 'write')
  @FailsWith({ notFound: ['payment provider'], fields: FIELD_ERRORS })
  async updatePaymentProvider(
    @Ctx() context: Context,
    @Arg('input', () => UpdatePaymentProviderInput) input: UpdatePaymentProviderInput,
  ): Promise<{ paymentProvider: PaymentProviderRow }> {
    return { paymentProvider: await this.providers.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeletePaymentProviderPayload, {
    description:
      'Deletes a connection with the payment methods at it. Its customers are linked to no payment provider afterwards; their payments stay.',
  })
  @Permission('organization', 'write')
  @FailsWith({ notFound: ['payment provider'] })
  async deletePaymentProvider(
    @Ctx() context: Context,
    @Arg('input', () => DeletePaymentProviderInput) { id }: IdInput,
  ): Promise<{ deletedId: string; paymentProvider: PaymentProviderRow }> {
    const paymentProvider = await this.providers.delete(context.beginWrite(), context.actor, id);
    return { deletedId: id, paymentProvider };
  }

  @FieldResolver(() => String, { description: 'The payment provider, such as "stripe" or "sandbox".' })
  type(@Root() { providerType }: PaymentProviderRow): string {
    return providerType;
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether payers are asked to confirm payments that their bank wants confirmed.',
  })
  supports3ds(@Root() { settings }: PaymentProviderRow): boolean {
    return settings.supports3ds ?? false;
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether payers have to accept terms of service when they register a payment method.',
  })
  requireTermsOfServiceConsent(@Root() { settings }: PaymentProviderRow): boolean {
    return settings.requireTermsOfServiceConsent ?? false;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The merchant account at Adyen that is paid; null for other providers.',
  })
  merchantAccount(@Root() { settings }: PaymentProviderRow): string | null {
    return settings.merchantAccount ?? null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The prefix of the addresses of a live account at Adyen; null for an account for tests.',
  })
  livePrefix(@Root() { settings }: PaymentProviderRow): string | null {
    return settings.livePrefix ?? null;
  }
}
