import { isDeepStrictEqual } from 'node:util';
import type { Representation } from '../../platform/activity/snapshots.js';
import type { BillingEntity } from './records/billing-entity.table.js';

type Resources = Readonly<Record<string, unknown>>;

/** What identifies a billing entity in the security log. Source: logs.md §4. */
export function resourcesOfEntity({ name, code }: Pick<BillingEntity, 'name' | 'code'>): Resources {
  return { billing_entity_name: name, billing_entity_code: code };
}

/**
 * What an update of a billing entity has changed, as REST shows it.
 * @returns null if nothing has changed. Source: logs.md §4.
 */
export function resourcesOfEntityUpdate(
  entity: Pick<BillingEntity, 'name' | 'code'>,
  before: Representation,
  after: Representation,
): Resources | null {
  const [deleted, added] = [membersOf(before), membersOf(after)];
  const changed = Object.keys(added).filter((name) => !isDeepStrictEqual(deleted[name], added[name]));
  if (changed.length === 0) return null;
  return {
    ...resourcesOfEntity(entity),
    ...Object.fromEntries(
      changed.map((name) => [name, { deleted: deleted[name] ?? null, added: added[name] }]),
    ),
  };
}

/** The members that updates change, with taxes by their codes. */
function membersOf({ taxes, ...members }: Representation): Representation {
  const list = (taxes ?? []) as readonly { readonly code: string }[];
  return { ...members, updated_at: null, tax_codes: list.map(({ code }) => code) };
}
