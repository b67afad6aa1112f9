import { Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { AnswersSecret } from '../../../platform/api/access/secret-answers.js';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { OrganizationType } from '../../organizations/api/organization.schema.js';
import type { OrganizationService } from '../../organizations/organization.service.js';
import type { Organization } from '../../organizations/records/organization.table.js';
import { standardSecret } from '../../../platform/signing/standard-signature.js';
import type { SigningKeys } from './signing-keys.js';
import { RotateHmacKeyPayload, WebhookPublicKeyType } from './webhook-keys.schema.js';

/** The keys by which receivers verify webhook messages. */
@Resolver(() => OrganizationType)
export class WebhookKeysResolver {
  constructor(
    private readonly organizations: OrganizationService,
    private readonly signingKeys: SigningKeys,
  ) {}

  @Query(() => WebhookPublicKeyType, {
    description: 'The RSA key that verifies `jwt` signatures of webhook messages.',
  })
  @Permission('webhook_jwt_public_key', 'read')
  async webhookPublicKey(@Ctx() { db }: Context): Promise<WebhookPublicKeyType> {
    const { current, previous } = await this.signingKeys.publicKeys(db);
    return { publicKey: inBase64(current), previousPublicKey: previous === null ? null : inBase64(previous) };
  }

  @Mutation(() => RotateHmacKeyPayload, {
    description:
      'Replaces the HMAC key of the organization. `webhook-signature` contains signatures with both keys for a day, ' +
      '`X-Svc-Signature` only that with the new key.',
  })
  @Permission('api_key', 'write')
  @AnswersSecret()
  @FailsWith({})
  async rotateHmacKey(@Ctx() context: Context): Promise<{ organization: Organization }> {
    return { organization: await this.organizations.rotateHmacKey(context.beginWrite(), context.actor) };
  }

  @FieldResolver(() => String, {
    description:
      "The key of `hmac` signatures of webhook messages: its text, not the bytes that it encodes. Only the caller's " +
      'own organization shows it.',
  })
  @Permission('api_key', 'read')
  hmacKey(@Root() organization: Organization, @Ctx() { actor }: Context): string {
    return ownKeyOf(organization, actor.organizationId);
  }

  @FieldResolver(() => String, {
    description:
      'The HMAC key as libraries of Standard Webhooks expect it, which verify `webhook-signature`.',
  })
  @Permission('api_key', 'read')
  webhookSecret(@Root() organization: Organization, @Ctx() { actor }: Context): string {
    return standardSecret(ownKeyOf(organization, actor.organizationId));
  }
}

function inBase64(pem: string): string {
  return Buffer.from(pem).toString('base64');
}

/** @throws AppError `forbidden` for an organization that is not the caller's, such as another one in the operator's list. */
function ownKeyOf({ id, hmacKey }: Organization, callersId: string): string {
  if (id !== callersId) throw new AppError('forbidden', 'forbidden');
  return hmacKey;
}
