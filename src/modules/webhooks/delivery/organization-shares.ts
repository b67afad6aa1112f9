/**
 * Room that organizations share. A quarter of it is kept for those that have nothing of it, of which each takes one part then; of
 * the rest no organization has more than is free.
 */
export class Shares {
  private used = 0;
  private readonly byOrganization = new Map<string, number>();

  /** @param total the room. @param most the most of one organization. */
  constructor(
    readonly total: number,
    private readonly most = total,
  ) {}

  get free(): number {
    return this.total - this.used;
  }

  usedBy(organizationId: string): number {
    return this.byOrganization.get(organizationId) ?? 0;
  }

  hasRoom(organizationId: string): boolean {
    const own = this.usedBy(organizationId);
    if (own === 0) return this.free > 0;
    return own < Math.min(this.most, this.free - this.total / 4);
  }

  take(organizationId: string): void {
    this.used += 1;
    this.byOrganization.set(organizationId, this.usedBy(organizationId) + 1);
  }

  release(organizationId: string): void {
    this.used -= 1;
    const left = this.usedBy(organizationId) - 1;
    if (left > 0) this.byOrganization.set(organizationId, left);
    else this.byOrganization.delete(organizationId);
  }
}
