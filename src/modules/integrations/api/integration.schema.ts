import { InputType, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import { Id, Instant, Of, Text } from '../../../platform/api/members/fields.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../../platform/api/members/shapes.js';
import type {
  CreateIntegration,
  IntegrationFilter,
  UpdateIntegration,
} from '../records/integration.input.js';
import { integrationOrders } from '../records/integration.list.js';
import { INTEGRATION_CATEGORIES, type IntegrationCategory } from '../types/integration-types.js';
import { declareSettingsMembers, TYPES_IN_WORDS } from './integration-settings.schema.js';

export const IntegrationCategoryEnum = enumOf(
  INTEGRATION_CATEGORIES,
  'IntegrationCategory',
  'What a connection to an outside system is for.',
  {
    tax: 'The system computes taxes.',
    accounting: 'The system keeps the books.',
    crm: 'The system manages the relations with customers.',
  },
);

const CODE =
  'Code of the connection: a short text that the organization chose, unique among its connections.';
const SIGNING_SECRET =
  'The secret with which requests to the system are signed, as libraries of Standard Webhooks take it. It is shown only here. Null if the type has none.';

@ObjectType('Integration', {
  description:
    'A connection to an outside system for taxes, accounting or CRM. Its secrets are never shown again.',
})
@TypicalItems(3)
export class IntegrationType {
  @Id() id!: string;
  @Text() name!: string;
  @Text(CODE) code!: string;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@ObjectType('IntegrationStatus', { description: 'What the last check of a connection has found.' })
export class IntegrationStatusType {
  @Instant.orNull('When the outside system was last asked; null if it never was.') checkedAt!: Date | null;
  @Text.orNull('Code of the error; null if the check found none.') errorCode!: string | null;
  @Text.orNull('Sentence of the error; null if the check found none.') errorMessage!: string | null;
}

@ObjectType('IntegrationAccountIds', { description: 'Ids of the account at an outside system.' })
export class IntegrationAccountIdsType {
  @Text.orNull('Id of the company; null if the system has none.') company!: string | null;
  @Text.orNull('Id of the portal; null if the system has none.') portal!: string | null;
}

@InputType({ description: 'A new connection to an outside system.' })
export class CreateIntegrationInput implements CreateIntegration {
  @Text(`The outside system: one of ${TYPES_IN_WORDS}.`) type!: string;
  @Text() name!: string;
  @Text(CODE) code!: string;
}
declareSettingsMembers(CreateIntegrationInput);

@InputType({ description: 'Changes of a connection to an outside system. Omitted fields keep their value.' })
export class UpdateIntegrationInput implements UpdateIntegration {
  @Id() id!: string;
  @Text.orNull() name?: string | null;
  @Text.orNull(`${CODE} Links and records keep their connection.`) code?: string | null;
}
declareSettingsMembers(UpdateIntegrationInput);

export const DeleteIntegrationInput = idInput('DeleteIntegrationInput');
export const CheckIntegrationInput = idInput('CheckIntegrationInput');
export const RotateIntegrationSecretInput = idInput('RotateIntegrationSecretInput');

@ObjectType({ description: 'A connection, and the secret that was generated for it.' })
export class IntegrationSecretPayload {
  @Of(() => IntegrationType) integration!: IntegrationType;
  @Text.orNull(SIGNING_SECRET) signingSecret!: string | null;
}

export const IntegrationPayload = payloadOf('IntegrationPayload', 'integration', () => IntegrationType);
export const DeleteIntegrationPayload = deletedPayloadOf(
  'DeleteIntegrationPayload',
  'integration',
  () => IntegrationType,
  'The deleted connection.',
);

@InputType('IntegrationFilter', { description: 'All given conditions must hold.' })
export class IntegrationFilterInput implements IntegrationFilter {
  @Text.orNull('Only connections to this outside system, such as "netsuite".') type?: string | null;
  @Of.orNull(() => IntegrationCategoryEnum, 'Only connections for this purpose.')
  category?: IntegrationCategory | null;
}

export const IntegrationConnection = connectionOf(IntegrationType, 'Integration');

export const IntegrationPageArgs = pageArgsOf('Integration', integrationOrders, {
  filter: IntegrationFilterInput,
  search: 'Matches part of the name or code.',
});
