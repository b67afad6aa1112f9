/** The name of an organization as part of an address: "Hooli Ltd." is `hooli-ltd`. Source: billing-entities.md §4. */
export function slugOf(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? 'organization' : words.join('-');
}

/** The first free slug of `acme`, `acme-2`, `acme-3` and so on. */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}
