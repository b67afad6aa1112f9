/** Deeper properties are no data, and would exhaust the stack of whoever reads them. */
const MAX_NESTING = 100;
/** The most bytes of JSON that one unit of UTF-16 takes: an escape. */
const BYTES_PER_UNIT = 6;
/** What a number or a word takes at most. */
const UNITS_PER_WORD = 25;
/** What stands around a text, an object or a list, and behind it. */
const UNITS_AROUND = 4;

/** The size of an event's properties, measured in one walk without writing them as JSON. */
export class PropertySize {
  /** At least the length of the JSON in UTF-16 units without escapes. */
  units = 0;
  longestText = 0;
  isTooDeep = false;

  constructor(private readonly properties: Readonly<Record<string, unknown>>) {
    this.add(properties, MAX_NESTING);
  }

  /** Whether their JSON has more bytes than a limit. It is only written where that is in doubt. */
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
