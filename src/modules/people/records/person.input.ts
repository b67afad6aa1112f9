/** Signs a user up with an organization. */
export interface RegisterUser {
  readonly email: string;
  readonly password: string;
  readonly organizationName: string;
}

export interface LoginUser {
  readonly email: string;
  readonly password: string;
}

export interface ResetPassword {
  readonly token: string;
  readonly newPassword: string;
}

export interface ChangePassword {
  readonly currentPassword: string;
  readonly newPassword: string;
}

export interface AcceptInvite {
  readonly token: string;
  readonly password: string;
}

export interface CreateInvite {
  readonly email: string;
  readonly roles: readonly string[];
}

/** Replaces the roles of an invitation or of a membership. */
export interface AssignRoles {
  readonly id: string;
  readonly roles: readonly string[];
}

export interface CreateRole {
  readonly code: string;
  readonly name: string;
  readonly description?: string | null;
  readonly permissions: readonly string[];
}

/** Omitted members keep their value. */
export interface UpdateRole {
  readonly id: string;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly permissions?: readonly string[] | null;
}
