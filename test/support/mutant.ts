/** A fault that the product once had, put back by replacing pieces of its sources. */
export interface Mutant {
  readonly name: string;
  readonly edits: readonly Edit[];
}

export interface Edit {
  /** In `src`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Replaces pieces of the source of a file.
 * @throws Error unless each piece occurs exactly once: then describe the fault for the present sources.
 */
export function mutated(source: string, file: string, edits: readonly Edit[]): string {
  return edits
    .filter((edit) => edit.file === file)
    .reduce((text, { from, to }) => {
      if (text.split(from).length !== 2) throw new Error(`${file} does not hold ${from} once.`);
      return text.replace(from, () => to);
    }, source);
}
