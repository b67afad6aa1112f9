import type { RangeBounds } from './ranges.js';

export interface GraduatedRange extends RangeBounds {
  /** Currency units for each unit inside the range. */
  readonly perUnitAmount: string;
  /** Currency units due as soon as the range is reached. */
  readonly flatAmount: string;
}
