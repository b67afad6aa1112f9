import type { AddressForOthers } from '../../platform/addresses.js';
import type { ChangeOf } from '../../platform/changes/changes.js';
import type { AuthenticationMethod } from '../../platform/identity/authentication-methods.js';
import type { Invite } from './records/invite.table.js';
import type { Membership } from './records/membership.table.js';
import type { CustomRole } from './records/role.table.js';
import type { User } from './records/user.table.js';

/** What happens to users, memberships, invitations and roles. Changes of a user are announced in each organization. */
export type PeopleChange =
  | ChangeOf<'user.signed_up', { user: User; roles: readonly string[] }>
  | ChangeOf<
      'user.password_edited' | 'user.password_reset_requested' | 'user.new_device_logged_in',
      { user: User }
    >
  /** Announced once for each request, in one organization of the user. The link contains the token. */
  | ChangeOf<'password_reset.created', { user: User; link: AddressForOthers; expiresAt: Date }>
  /** A new user is to confirm the address. */
  | ChangeOf<'email_confirmation.created', { user: User; link: AddressForOthers }>
  /** The link contains the token, which is not stored. */
  | ChangeOf<'invite.created', { invite: Invite; link: AddressForOthers }>
  /** A new link, which replaces the old one, if roles were added. */
  | ChangeOf<'invite.updated', { invite: Invite; before: Invite; link: AddressForOthers | null }>
  | ChangeOf<'invite.revoked', { invite: Invite }>
  | ChangeOf<'membership.updated', { membership: Membership; email: string; before: Membership }>
  | ChangeOf<'membership.revoked', { membership: Membership; email: string }>
  /** How members may sign in from now on. */
  | ChangeOf<'authentication_methods.updated', { methods: readonly AuthenticationMethod[] }>
  | ChangeOf<'role.created' | 'role.deleted', { role: CustomRole }>
  | ChangeOf<'role.updated', { role: CustomRole; before: CustomRole }>;
