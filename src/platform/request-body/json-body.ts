import { parseCleanJson } from '../text/clean-text.js';

/** The decompressed body of a request, whose structure was checked. */
export class JsonBody {
  constructor(
    readonly bytes: Buffer,
    /** False: every number in it is that of a double. */
    private readonly hasLongNumbers: boolean,
  ) {}

  get text(): string {
    return this.bytes.toString('utf8');
  }

  /** @throws SyntaxError for invalid JSON; RangeError for JSON that is nested too deeply. */
  parse(): unknown {
    return parseCleanJson(this.text, this.hasLongNumbers);
  }
}
