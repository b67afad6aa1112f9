/** `externalId` → `external_id`; digits stay with their word, as in `address_line1`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `external_id` → `externalId`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Converts every member of a dotted path: `charges.1.billableMetricId` → `charges.1.billable_metric_id`. */
export function snakePath(path: string): string {
  return path.split('.').map(snakeCase).join('.');
}

/** `addOn` → `AddOn`. */
export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `AddOn` → `addOn`. */
export function uncapitalized(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** `tax` → `taxes`, `billingEntity` → `billingEntities`, `plan` → `plans`. */
export function plural(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
