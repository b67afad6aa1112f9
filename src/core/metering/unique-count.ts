import { textProperty, type MetricField, type UsageEvent } from './usage-event.js';

/** An item that an event adds or removes. */
export interface ItemOperation {
  readonly at: Date;
  readonly item: string;
  readonly kind: 'add' | 'remove';
}

/**
 * The additions and removals of items that events state; events that name no item are skipped.
 * Source: aggregations.md §6.
 */
export function itemOperations(events: readonly UsageEvent[], { fieldName }: MetricField): ItemOperation[] {
  const operations: ItemOperation[] = [];
  for (const { at, properties } of events) {
    const item = fieldName === null ? null : textProperty(properties[fieldName]);
    const kind = properties['operation_type'] === 'remove' ? 'remove' : 'add';
    if (item !== null) operations.push({ at, item, kind });
  }
  return operations;
}

/** The operations that change something: additions of absent items and removals of present ones. */
export function effectiveOperations(operations: readonly ItemOperation[]): ItemOperation[] {
  const present = new Set<string>();
  return operations.filter(({ item, kind }) => {
    if (kind === 'remove') return present.delete(item);
    const isNew = !present.has(item);
    present.add(item);
    return isNew;
  });
}

/** The items that are present after all operations. */
export function presentItems(operations: readonly ItemOperation[]): ReadonlySet<string> {
  const present = new Set<string>();
  for (const { item, kind } of operations) {
    if (kind === 'add') present.add(item);
    else present.delete(item);
  }
  return present;
}
