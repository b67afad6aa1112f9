/** A statement with more values than this is made for a list, whose next one is of another length. */
const MOST_PARAMETERS = 100;
/** What one session keeps prepared. A kept statement with its plan takes Postgres some 50 kB. */
const MOST_PER_SESSION = 300;
/** Statements that a process remembers to have sent. */
const MOST_REMEMBERED = 1_000;

/** What a process has sent lately and did not find prepared; the latest is at the end. */
export class SentStatements {
  private readonly keys = new Set<string>();

  /** @returns whether it was there. */
  add(key: string): boolean {
    const wasThere = this.keys.delete(key);
    this.keys.add(key);
    if (this.keys.size > MOST_REMEMBERED) {
      const [oldest = ''] = this.keys;
      this.keys.delete(oldest);
    }
    return wasThere;
  }
}

/**
 * Which statements a session prepares: those that come again, so many at most (docs/adr/0041). The others are parsed and
 * planned each time, as those are that say so.
 */
export class PreparedStatements {
  private readonly keys = new Set<string>();

  /** @param sent those of all sessions of the process. */
  constructor(private readonly sent: SentStatements) {}

  /** Whether to have Postgres prepare this statement, or use it as it was prepared. */
  take(text: string, parameters: readonly unknown[]): boolean {
    // Without parameters the driver sends a text as it is, which may be several statements.
    if (parameters.length === 0 || parameters.length > MOST_PARAMETERS) return false;
    const key = text + typesOf(parameters);
    if (this.keys.has(key)) return true;
    const comesAgain = this.sent.add(key);
    if (!comesAgain || this.keys.size >= MOST_PER_SESSION || text.includes(PLANNED_EACH_TIME)) return false;
    this.keys.add(key);
    return true;
  }
}

/** Said in a statement whose best plan depends on its values: it is parsed and planned each time. */
export const PLANNED_EACH_TIME = '/* planned each time */';

/** The driver tells Postgres the types of some values, and so prepares a text again for values of others. */
function typesOf(parameters: readonly unknown[]): string {
  return parameters.map((value) => typeOf(Array.isArray(value) ? value[0] : value)).join('');
}

function typeOf(value: unknown): string {
  if (value instanceof Date) return 'd';
  if (value instanceof Uint8Array) return 'u';
  return typeof value === 'boolean' ? 'b' : typeof value === 'bigint' ? 'i' : '-';
}
