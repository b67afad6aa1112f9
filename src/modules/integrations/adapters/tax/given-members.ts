import type { Fields } from '../../../../platform/outgoing/received-fields.js';

/** A member of a request; none for a blank text, which tax providers refuse. */
export function given(name: string, value: string | null | undefined): Fields {
  return isBlank(value) ? {} : { [name]: value };
}

export function isBlank(value: string | null | undefined): boolean {
  return (value ?? '').trim() === '';
}
