import { ObjectType } from 'type-graphql';
import { Text } from '../../../platform/api/members/fields.js';
import { payloadOf } from '../../../platform/api/members/shapes.js';
import { OrganizationType } from '../../organizations/api/organization.schema.js';

@ObjectType('WebhookPublicKey', {
  description:
    'The RSA key that verifies `jwt` signatures of webhook messages, the same for all organizations.',
})
export class WebhookPublicKeyType {
  @Text('The key as PEM text in base64.') publicKey!: string;
  @Text.orNull(
    'The key before it, for messages that were signed before the server replaced it, in the same form; null if it never did.',
  )
  previousPublicKey!: string | null;
}

export const RotateHmacKeyPayload = payloadOf('RotateHmacKeyPayload', 'organization', () => OrganizationType);
