import { Field, ObjectType } from 'type-graphql';
import { OrganizationType } from '../organizations/organization.schema.js';

@ObjectType('WebhookPublicKey', {
  description:
    'The RSA key that verifies `jwt` signatures of webhook messages, the same for all organizations.',
})
export class WebhookPublicKeyType {
  @Field(() => String, { description: 'PEM text in base64.' })
  publicKey!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The key before it, for messages that were signed before the server replaced it, in the same form; null if it never did.',
  })
  previousPublicKey!: string | null;
}

@ObjectType()
export class RotateHmacKeyPayload {
  @Field(() => OrganizationType)
  organization!: OrganizationType;
}
