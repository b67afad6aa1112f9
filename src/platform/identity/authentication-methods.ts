/** How a user proves who they are: with a password, or by single sign-on. Source: auth.md §2. */
export const AUTHENTICATION_METHODS = ['email_password', 'google', 'oidc'] as const;

export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];

export type SingleSignOnMethod = Exclude<AuthenticationMethod, 'email_password'>;

export function isAuthenticationMethod(word: unknown): word is AuthenticationMethod {
  return AUTHENTICATION_METHODS.some((method) => method === word);
}
