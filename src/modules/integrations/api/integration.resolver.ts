import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Permission } from '../../../platform/api/access/permissions.js';
import { AnswersSecret } from '../../../platform/api/access/secret-answers.js';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import { defineFinder } from '../../../platform/api/loader.js';
import { OwnTransaction } from '../../../platform/api/own-transaction.js';
import type { IdInput } from '../../../platform/api/members/shapes.js';
import type { IntegrationChecks } from '../connections/integration-checks.js';
import type { IntegrationService, IntegrationWithSecret } from '../connections/integration.service.js';
import type { Integration } from '../records/integration.table.js';
import { type IntegrationCategory, rulesOfType } from '../types/integration-types.js';
import { IntegrationSettingsUnion, typedSettings } from './integration-settings.schema.js';
import {
  CheckIntegrationInput,
  CreateIntegrationInput,
  IntegrationAccountIdsType,
  IntegrationStatusType,
  DeleteIntegrationInput,
  DeleteIntegrationPayload,
  IntegrationCategoryEnum,
  IntegrationConnection,
  type IntegrationFilterInput,
  IntegrationPageArgs,
  IntegrationPayload,
  IntegrationSecretPayload,
  IntegrationType,
  RotateIntegrationSecretInput,
  UpdateIntegrationInput,
} from './integration.schema.js';

const FIELD_ERRORS = [
  'invalid_format',
  'url_is_invalid',
  'value_already_exist',
  'value_is_out_of_range',
] as const;

@Resolver(() => IntegrationType)
export class IntegrationResolver {
  private readonly named = defineFinder('integration', ({ db, actor }, ids) =>
    this.needs.integrations.getMany(db, actor, ids),
  );

  constructor(
    private readonly needs: {
      readonly integrations: IntegrationService;
      readonly integrationChecks: IntegrationChecks;
    },
  ) {}

  @Query(() => IntegrationType, { description: 'The connection to an outside system with this id.' })
  @Permission('organization', 'read')
  integration(@Ctx() context: Context, @Arg('id', () => ID) id: string): Promise<Integration> {
    return context.load(this.named, id);
  }

  @Query(() => IntegrationConnection, {
    name: 'integrations',
    description: 'Connections to outside systems for taxes, accounting and CRM, newest first.',
  })
  @Permission('organization', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => IntegrationPageArgs) args: ListArgs<IntegrationFilterInput>,
  ): Promise<Connection<Integration>> {
    return new IntegrationConnection(
      await this.needs.integrations.list(db, actor, listQuery(args, pageLimits)),
    );
  }

  @Mutation(() => IntegrationSecretPayload, { description: 'Connects an outside system.' })
  @Permission('organization', 'write')
  @AnswersSecret()
  @FailsWith({ fields: [...FIELD_ERRORS, 'unsupported_value', 'value_must_be_blank'] })
  createIntegration(
    @Ctx() context: Context,
    @Arg('input', () => CreateIntegrationInput, { description: 'The connection to create.' })
    input: CreateIntegrationInput,
  ): Promise<IntegrationWithSecret> {
    return this.needs.integrations.create(context.beginWrite(), context.actor, input);
  }

  @Mutation(() => IntegrationPayload, { description: 'Updates a connection to an outside system.' })
  @Permission('organization', 'write')
  @FailsWith({ notFound: ['integration'], fields: [...FIELD_ERRORS, 'value_is_immutable'] })
  async updateIntegration(
    @Ctx() context: Context,
    @Arg('input', () => UpdateIntegrationInput) input: UpdateIntegrationInput,
  ): Promise<{ integration: Integration }> {
    return { integration: await this.needs.integrations.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => IntegrationSecretPayload, {
    description:
      'Generates another signing secret for a connection. The former one signs requests beside it for 24 hours.',
  })
  @Permission('organization', 'write')
  @AnswersSecret()
  @FailsWith({ notFound: ['integration'], notAllowed: ['feature_not_supported'] })
  rotateIntegrationSecret(
    @Ctx() context: Context,
    @Arg('input', () => RotateIntegrationSecretInput) { id }: IdInput,
  ): Promise<IntegrationWithSecret> {
    return this.needs.integrations.rotateSecret(context.beginWrite(), context.actor, id);
  }

  @Mutation(() => IntegrationPayload, {
    description:
      'Asks an outside system whether the connection works, for 20 seconds at most, and answers the connection with its status. A failed check is no error.',
  })
  @Permission('organization', 'write')
  @OwnTransaction({ inSteps: true })
  @FailsWith({ notFound: ['integration'], notAllowed: ['feature_not_supported'] })
  async checkIntegration(
    @Ctx() { db, actor }: Context,
    @Arg('input', () => CheckIntegrationInput, { description: 'The connection to check.' }) { id }: IdInput,
  ): Promise<{ integration: Integration }> {
    return { integration: await this.needs.integrationChecks.check(db, actor, id) };
  }

  @Mutation(() => DeleteIntegrationPayload, {
    description:
      'Deletes a connection with its secrets, its mappings and the links of customers to it. Nothing is deleted at the outside system, and what was recorded of documents there stays.',
  })
  @Permission('organization', 'write')
  @FailsWith({ notFound: ['integration'] })
  async deleteIntegration(
    @Ctx() context: Context,
    @Arg('input', () => DeleteIntegrationInput) { id }: IdInput,
  ): Promise<{ deletedId: string; integration: Integration }> {
    const integration = await this.needs.integrations.delete(context.beginWrite(), context.actor, id);
    return { deletedId: id, integration };
  }

  @FieldResolver(() => String, { description: 'The outside system, such as "netsuite".' })
  type(@Root() { integrationType }: Integration): string {
    return integrationType;
  }

  @FieldResolver(() => IntegrationCategoryEnum, { description: 'Purpose of the connection.' })
  category(@Root() { integrationType }: Integration): IntegrationCategory {
    return rulesOfType(integrationType).category;
  }

  @FieldResolver(() => IntegrationSettingsUnion, {
    nullable: true,
    description: 'Settings of the connection; null if its type has none.',
  })
  settings(@Root() integration: Integration): object | null {
    return typedSettings(integration);
  }

  @FieldResolver(() => IntegrationAccountIdsType, {
    description: 'Ids of the account at the outside system, as the last check has found them.',
  })
  externalIds(@Root() { externalIds: { company, portal } }: Integration): IntegrationAccountIdsType {
    return { company: company ?? null, portal: portal ?? null };
  }

  @FieldResolver(() => IntegrationStatusType, {
    description: 'Whether the connection works, by the last check.',
  })
  status(@Root() { checkedAt, checkErrorCode, checkErrorMessage }: Integration): IntegrationStatusType {
    return { checkedAt, errorCode: checkErrorCode, errorMessage: checkErrorMessage };
  }
}
