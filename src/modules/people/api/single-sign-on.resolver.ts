import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { AnswersSecret } from '../../../platform/api/access/secret-answers.js';
import type { Context } from '../../../platform/api/context.js';
import { Computed, TypicalItems } from '../../../platform/api/cost.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { OpenTo } from '../../../platform/api/access/audience.js';
import { OwnTransaction } from '../../../platform/api/own-transaction.js';
import {
  BeginSingleSignOnInput,
  BeginSingleSignOnPayload,
  CompleteSingleSignOnInput,
  IdentityProviderType,
} from './single-sign-on.schema.js';
import type { SingleSignOnService } from '../sign-on/single-sign-on.service.js';
import { SignedInPayload } from './user.schema.js';
import type { SignedInUser } from '../users/user.service.js';

/** Signs users in at identity providers. The mutations open their own transactions, since they wait for the provider. */
@Resolver(() => IdentityProviderType)
export class SingleSignOnResolver {
  constructor(private readonly singleSignOn: SingleSignOnService) {}

  @Query(() => [IdentityProviderType], {
    description: 'The identity providers of the server. Needs no credentials.',
  })
  @OpenTo('anyone')
  @TypicalItems(2)
  identityProviders(): readonly IdentityProviderType[] {
    return this.singleSignOn.providers;
  }

  @Mutation(() => BeginSingleSignOnPayload, {
    description:
      'Begins to log in, or to accept an invitation, at an identity provider, which sends the browser back with a code within 10 minutes. Needs no credentials.',
  })
  @OpenTo('anyone')
  @OwnTransaction()
  @AnswersSecret()
  @Computed()
  @FailsWith({ notFound: ['invitation'], fields: ['value_is_invalid', 'login_method_not_authorized'] })
  beginSingleSignOn(
    @Ctx() { openDb }: Context,
    @Arg('input', () => BeginSingleSignOnInput, {
      description: 'How to sign in, and the invitation to accept with it.',
    })
    input: BeginSingleSignOnInput,
  ): Promise<BeginSingleSignOnPayload> {
    return this.singleSignOn.begin(openDb, input);
  }

  @Mutation(() => SignedInPayload, {
    description:
      'Signs in the user whose address the identity provider confirms, who is a member of an organization or accepts an invitation. Works once for each attempt. Needs no credentials.',
  })
  @OpenTo('anyone')
  @OwnTransaction()
  @AnswersSecret()
  @Computed()
  @FailsWith({
    notFound: ['invitation'],
    fields: [
      'single_sign_on_failed',
      'email_not_verified',
      'incorrect_login_or_password',
      'login_method_not_authorized',
      'invite_email_mismatch',
    ],
  })
  completeSingleSignOn(
    @Ctx() { openDb }: Context,
    @Arg('input', () => CompleteSingleSignOnInput, {
      description: 'Parameters of the redirect from the identity provider, and the secret of the attempt.',
    })
    input: CompleteSingleSignOnInput,
  ): Promise<SignedInUser> {
    return this.singleSignOn.complete(openDb, input);
  }
}
