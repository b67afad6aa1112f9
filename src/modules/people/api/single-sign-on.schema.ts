import { InputType, ObjectType } from 'type-graphql';
import { Of, Text } from '../../../platform/api/members/fields.js';
import type { AuthenticationMethod } from '../../../platform/identity/authentication-methods.js';
import { AuthenticationMethodEnum } from './authentication-method.schema.js';
import type { BeginSingleSignOn, CompleteSingleSignOn } from '../sign-on/single-sign-on.input.js';

@ObjectType('IdentityProvider', { description: 'Where users of this server can sign in by single sign-on.' })
export class IdentityProviderType {
  @Of(() => AuthenticationMethodEnum, 'The way to sign in that uses the identity provider.')
  method!: AuthenticationMethod;
  @Text('Display name of the identity provider.') name!: string;
}

@InputType({ description: 'An attempt to sign in at an identity provider.' })
export class BeginSingleSignOnInput implements BeginSingleSignOn {
  @Of(() => AuthenticationMethodEnum, 'A way to sign in that uses an identity provider.')
  method!: AuthenticationMethod;
  @Text.orNull('Token of the invitation that is accepted by it. If omitted, the user logs in.')
  invitationToken?: string | null;
}

@ObjectType()
export class BeginSingleSignOnPayload {
  @Text('Address of the identity provider that the browser is to open.') url!: string;
  @Text(
    'Secret with which the attempt is completed. The browser that began it keeps it, so that nobody else can complete it in its place.',
  )
  secret!: string;
}

@InputType({ description: 'Parameters of the redirect from the identity provider.' })
export class CompleteSingleSignOnInput implements CompleteSingleSignOn {
  @Text('The parameter `code` of the address.') code!: string;
  @Text('The parameter `state` of the address.') state!: string;
  @Text.orNull('The parameter `iss` of the address, if it has one.') issuer?: string | null;
  @Text('The secret of the attempt.') secret!: string;
}
