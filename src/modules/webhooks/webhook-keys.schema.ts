import { Field, ObjectType } from 'type-graphql';
import { OrganizationType } from '../organizations/organization.schema.js';

@ObjectType('WebhookPublicKey', {
  description:
    'The RSA key that verifies `jwt` signatures of webhook messages, the same for all organizations.',
})
export class WebhookPublicKeyType {
  @Field(() => String, { description: 'PEM text in base64.' })
  publicKey!: string;
}

@ObjectType()
export class RotateHmacKeyPayload {
  @Field(() => OrganizationType)
  organization!: OrganizationType;
}
