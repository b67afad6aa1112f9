import { InputType } from 'type-graphql';
import { enumOf } from '../../../platform/api/members/enums.js';
import { ListOf } from '../../../platform/api/members/fields.js';
import { payloadOf } from '../../../platform/api/members/shapes.js';
import {
  AUTHENTICATION_METHODS,
  type AuthenticationMethod,
} from '../../../platform/identity/authentication-methods.js';
import { OrganizationType } from '../../organizations/api/organization.schema.js';

export const AuthenticationMethodEnum = enumOf(
  AUTHENTICATION_METHODS,
  'AuthenticationMethod',
  'How a user signs in.',
  {
    email_password: 'Sign-in with e-mail address and password.',
    google: 'Single sign-on with an account at Google.',
    oidc: 'Single sign-on at the OpenID Connect provider of the server.',
  },
);

@InputType({ description: 'How members of the organization are to sign in.' })
export class UpdateAuthenticationMethodsInput {
  @ListOf(
    () => AuthenticationMethodEnum,
    'All ways that are allowed, at least one. Sessions that began in another way lose the organization at once.',
  )
  authenticationMethods!: AuthenticationMethod[];
}

export const UpdateAuthenticationMethodsPayload = payloadOf(
  'UpdateAuthenticationMethodsPayload',
  'organization',
  () => OrganizationType,
);
