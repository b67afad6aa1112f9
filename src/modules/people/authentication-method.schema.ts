import { InputType, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../platform/api/enums.js';
import { ListOf, Of } from '../../platform/api/fields.js';
import {
  AUTHENTICATION_METHODS,
  type AuthenticationMethod,
} from '../../platform/identity/authentication-methods.js';
import { OrganizationType } from '../organizations/organization.schema.js';

export const AuthenticationMethodEnum = enumOf(AUTHENTICATION_METHODS);
registerEnumType(AuthenticationMethodEnum, {
  name: 'AuthenticationMethod',
  description: 'How a user signs in.',
  valuesConfig: {
    email_password: { description: 'With e-mail address and password.' },
    google: { description: 'By single sign-on with an account at Google.' },
    oidc: { description: 'By single sign-on at the OpenID Connect provider of the server.' },
  },
});

@InputType({ description: 'How members of the organization are to sign in.' })
export class UpdateAuthenticationMethodsInput {
  @ListOf(
    () => AuthenticationMethodEnum,
    'All ways that are allowed, at least one. Sessions that began in another way lose the organization at once.',
  )
  authenticationMethods!: AuthenticationMethod[];
}

@ObjectType()
export class UpdateAuthenticationMethodsPayload {
  @Of(() => OrganizationType) organization!: OrganizationType;
}
