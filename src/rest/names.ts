/** `externalId` → `external_id`; digits stay with their word, as in `address_line1`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `external_id` → `externalId`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Every member of a dotted path: `charges.1.billableMetricId` → `charges.1.billable_metric_id`. */
export function snakePath(path: string): string {
  return path.split('.').map(snakeCase).join('.');
}
