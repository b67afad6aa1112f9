/** A new organization. */
export interface CreateOrganization {
  readonly name: string;
}
