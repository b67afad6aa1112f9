import { ExactNumber } from '../../core/money/exact-number.js';

/** Properties that are nested deeper are refused: they would exhaust the stack of the code that reads them. */
const MAX_NESTING = 100;
/** Maximum bytes of JSON per UTF-16 unit: the length of an escape such as \u0001. */
const BYTES_PER_UNIT = 6;
/** Maximum length of a number, a boolean or null. */
const UNITS_PER_WORD = 25;
/** Quotes or brackets, and the comma or colon that follows. */
const UNITS_AROUND = 4;

/** The size of an event's properties, measured in one walk without serializing them. */
export class PropertySize {
  /** Upper bound of the length of the JSON in UTF-16 units, apart from escapes. */
  units = 0;
  longestText = 0;
  isTooDeep = false;
  hasTooLongNumber = false;

  constructor(private readonly properties: Readonly<Record<string, unknown>>) {
    this.add(properties, MAX_NESTING);
  }

  /** True if their JSON has more bytes than a limit. They are serialized only when the estimate does not decide it. */
  exceeds(bytes: number): boolean {
    if (this.units * BYTES_PER_UNIT <= bytes) return false;
    return Buffer.byteLength(JSON.stringify(this.properties)) > bytes;
  }

  private add(value: unknown, levels: number): void {
    if (typeof value === 'string') {
      this.units += value.length + UNITS_AROUND;
      if (value.length > this.longestText) this.longestText = value.length;
    } else if (typeof value !== 'object' || value === null) {
      this.units += UNITS_PER_WORD;
    } else if (value instanceof ExactNumber) {
      this.units += value.text.length;
      this.hasTooLongNumber ||= value.isTooLong;
    } else if (levels === 0) {
      this.isTooDeep = true;
    } else {
      this.units += UNITS_AROUND;
      for (const [key, inner] of Object.entries(value)) {
        this.units += key.length + UNITS_AROUND;
        this.add(inner, levels - 1);
      }
    }
  }
}
