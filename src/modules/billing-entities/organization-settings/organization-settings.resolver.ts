import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { Permission, requireAccess } from '../../../platform/api/access/permissions.js';
import type { BillingEntity } from '../records/billing-entity.table.js';
import { OrganizationType } from '../../organizations/api/organization.schema.js';
import type { Organization } from '../../organizations/records/organization.table.js';
import { TaxType } from '../../taxes/tax.schema.js';
import type { Tax } from '../../taxes/tax.table.js';
import { BillingEntityType } from '../api/billing-entity.schema.js';
import type { BillingEntityService } from '../records/billing-entity.service.js';
import type { BillingEntityTaxes } from '../taxes/billing-entity-taxes.service.js';
import {
  OrganizationSettingsType,
  UpdateOrganizationSettingsInput,
  UpdateOrganizationSettingsPayload,
} from './organization-settings.schema.js';
import type { OrganizationSettings, OrganizationSettingsService } from './organization-settings.service.js';

/** The members of an organization and of its default billing entity, side by side. */
type ShownSettings = ReturnType<typeof shown>;

/** The default billing entity beside its organization, for GraphQL. */
@Resolver(() => OrganizationType)
export class DefaultBillingEntityResolver {
  constructor(private readonly billingEntities: BillingEntityService) {}

  @FieldResolver(() => BillingEntityType, {
    nullable: true,
    description:
      'The billing entity of customers without one of their own. Null for organizations other than that of the API key.',
  })
  @Permission('billing_entity', 'read')
  defaultBillingEntity(
    @Root() { id }: Organization,
    @Ctx() { db, actor }: Context,
  ): Promise<BillingEntity> | null {
    return id === actor.organizationId ? this.billingEntities.getDefault(db, actor) : null;
  }
}

/** The deprecated view of an organization, for REST. Source: billing-entities.md §4. */
@Resolver(() => OrganizationSettingsType)
export class OrganizationSettingsResolver {
  private readonly entityTaxes = defineLoader(
    ({ db, actor }, ids) => this.billingEntityTaxes.ofBillingEntities(db, actor, ids),
    () => [],
  );

  constructor(
    private readonly settings: OrganizationSettingsService,
    private readonly billingEntityTaxes: BillingEntityTaxes,
  ) {}

  @Query(() => OrganizationSettingsType, {
    description: 'The organization of the caller, with the settings of its default billing entity.',
    deprecationReason:
      'Since 2026-11-29: use organization and its defaultBillingEntity, which has all settings.',
  })
  @Permission('organization', 'read')
  async organizationSettings(@Ctx() { db, actor }: Context): Promise<ShownSettings> {
    return shown(await this.settings.get(db, actor));
  }

  @Mutation(() => UpdateOrganizationSettingsPayload, {
    description: 'Updates the default billing entity of the organization of the caller.',
    deprecationReason: 'Use updateBillingEntity, which has all members of a billing entity.',
  })
  @Permission('organization', 'write')
  @FailsWith({
    fields: [
      'value_is_out_of_range',
      'value_is_too_short',
      'unsupported_value',
      'billing_entity_must_be_in_eu',
      'country_must_be_present',
      'country_not_supported',
      'value_is_mandatory',
      'url_is_invalid',
      'value_already_exist',
    ],
  })
  async updateOrganizationSettings(
    @Ctx() context: Context,
    @Arg('input', () => UpdateOrganizationSettingsInput, {
      description: 'New values of the default billing entity.',
    })
    input: UpdateOrganizationSettingsInput,
  ): Promise<{ organization: Organization; settings: ShownSettings }> {
    // REST checks the permission of its route alone.
    if (input.webhookUrl !== undefined && context.surface === 'graphql')
      requireAccess(
        context.actor,
        { resource: 'webhook_endpoint', mode: 'write' },
        { type: 'Mutation', field: 'updateWebhookEndpoint' },
      );
    const settings = await this.settings.update(context.beginWrite(), context.actor, input);
    return { organization: settings.organization, settings: shown(settings) };
  }

  @FieldResolver(() => [TaxType], { description: 'Taxes of the default billing entity, sorted by name.' })
  @Permission('tax', 'read')
  taxes(@Root() { entityId }: ShownSettings, @Ctx() context: Context): Promise<Tax[]> {
    return context.load(this.entityTaxes, entityId);
  }

  @FieldResolver(() => [String], { description: 'Addresses of the webhook endpoints, oldest first.' })
  @Permission('webhook_endpoint', 'read')
  async webhookUrls(@Ctx() { db, actor }: Context): Promise<string[]> {
    return [...(await this.settings.webhookUrls(db, actor))];
  }

  @FieldResolver(() => String, {
    description: 'Address of the oldest webhook endpoint; empty without one.',
  })
  @Permission('webhook_endpoint', 'read')
  async webhookUrl(@Ctx() { db, actor }: Context): Promise<string> {
    return (await this.settings.webhookUrls(db, actor))[0] ?? '';
  }
}

function shown({ organization, entity, documentNumbering }: OrganizationSettings) {
  const { id, name, slug, createdAt } = organization;
  return {
    ...entity,
    documentNumbering,
    billingConfiguration: entity,
    entityId: entity.id,
    id,
    name,
    slug,
    createdAt,
  };
}
