import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { Permission } from '../../../platform/api/access/permissions.js';
import type { Context } from '../../../platform/api/context.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { IntegrationType } from '../../integrations/api/integration.schema.js';
import type { IntegrationService } from '../../integrations/connections/integration.service.js';
import type { Integration } from '../../integrations/records/integration.table.js';
import type { CustomerLinks } from '../customer-links.service.js';
import type { Customer } from '../records/customer.table.js';
import type { CodedLink } from '../records/integration-customer.repository.js';
import { CustomerType } from './customer.schema.js';
import { IntegrationCustomerType } from './integration-customer.schema.js';

/** Adds the field `integrationCustomers` to customers. */
@Resolver(() => CustomerType)
export class CustomerLinksResolver {
  private readonly ownLinks = defineLoader<string, CodedLink[]>(
    ({ db, actor }, ids) => this.links.linksOf(db, actor, ids),
    () => [],
  );

  constructor(private readonly links: CustomerLinks) {}

  @FieldResolver(() => [IntegrationCustomerType], {
    description: 'Places of the customer at connections to outside systems, oldest first.',
  })
  async integrationCustomers(
    @Root() { id }: Customer,
    @Ctx() context: Context,
    @Arg('isKnown', () => Boolean, {
      nullable: true,
      description: 'Only places at which the customer has an id, or only the others.',
    })
    isKnown?: boolean | null,
  ): Promise<CodedLink[]> {
    const links = await context.load(this.ownLinks, id);
    if (typeof isKnown !== 'boolean') return links;
    return links.filter(({ externalCustomerId }) => (externalCustomerId !== null) === isKnown);
  }
}

@Resolver(() => IntegrationCustomerType)
export class IntegrationCustomerResolver {
  private readonly ownIntegration = defineLoader<string, Integration>(
    ({ db, actor }, ids) => this.integrations.getMany(db, actor, ids),
    () => notFound('integration'),
  );

  constructor(private readonly integrations: IntegrationService) {}

  @FieldResolver(() => IntegrationType, { description: 'The connection to the outside system.' })
  @Permission('organization', 'read')
  integration(@Root() { integrationId }: CodedLink, @Ctx() context: Context): Promise<Integration> {
    return context.load(this.ownIntegration, integrationId);
  }
}

/** Adds the field `customersCount` to connections. */
@Resolver(() => IntegrationType)
export class IntegrationCustomersCountResolver {
  private readonly linked = defineLoader<string, number>(
    ({ db, actor }, ids) => this.links.countByIntegration(db, actor, ids),
    () => 0,
  );

  constructor(private readonly links: CustomerLinks) {}

  @FieldResolver(() => Int, { description: 'Number of customers that are linked to the connection.' })
  customersCount(@Root() { id }: Integration, @Ctx() context: Context): Promise<number> {
    return context.load(this.linked, id);
  }
}
