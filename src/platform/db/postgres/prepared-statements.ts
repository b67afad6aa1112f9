/** A statement with more parameters has a text for one length of a list, which is unlikely to be sent again. */
const MAX_PARAMETERS = 100;
/** Number of statements that a session keeps prepared. Each takes about 50 kB of memory in Postgres, with its plan. */
const MAX_PER_SESSION = 300;
/**
 * Number of repeated statements after which a full session finds out whether it keeps those that are sent now. If it does not, another
 * one prepares at most 300: few beside these.
 */
const COUNTED = 5_000;
/** Number of unprepared statements that a process remembers. */
const MAX_REMEMBERED = 1_000;

/** The statements that a process has recently sent without having them prepared; the latest is at the end. */
export class SentStatements {
  private readonly keys = new Set<string>();

  /** Remembers a statement. @returns true if it was remembered already. */
  add(key: string): boolean {
    const wasThere = this.keys.delete(key);
    this.keys.add(key);
    if (this.keys.size > MAX_REMEMBERED) {
      const [oldest = ''] = this.keys;
      this.keys.delete(oldest);
    }
    return wasThere;
  }
}

/**
 * Decides which statements a session prepares: those that are sent a second time, up to a maximum number
 * (docs/adr/0041). All others are parsed and planned each time, as are statements that contain `PLANNED_EACH_TIME`.
 */
export class PreparedStatements {
  private readonly keys = new Set<string>();
  /** Repeated statements that the full session has sent, and those of them that it has not prepared. */
  private counted = 0;
  private refused = 0;
  private isOutgrown = false;

  /** @param sent statements of all sessions of the process. */
  constructor(private readonly sent: SentStatements) {}

  /**
   * True for a session that is full of statements which are seldom sent now, perhaps those of one organization: it had not prepared
   * most of the repeated statements that it sent. Postgres keeps what it has prepared, so another session is needed.
   */
  get areOutgrown(): boolean {
    return this.isOutgrown;
  }

  /** @returns true if the driver shall prepare this statement, or use the prepared one. */
  take(text: string, parameters: readonly unknown[]): boolean {
    // Without parameters, a text may contain several statements, which cannot be prepared.
    if (parameters.length === 0 || parameters.length > MAX_PARAMETERS) return false;
    const key = text + typesOf(parameters);
    const isPrepared = this.keys.has(key);
    const isRepeated = isPrepared || this.sent.add(key);
    if (!isRepeated || text.includes(PLANNED_EACH_TIME)) return false;
    if (this.keys.size < MAX_PER_SESSION) this.keys.add(key);
    else this.count(isPrepared);
    return this.keys.has(key);
  }

  private count(isPrepared: boolean): void {
    this.counted += 1;
    if (!isPrepared) this.refused += 1;
    if (this.counted < COUNTED) return;
    this.isOutgrown ||= this.refused > COUNTED / 2;
    this.counted = 0;
    this.refused = 0;
  }
}

/** SQL comment that marks a statement whose best plan depends on its values, so that it is planned each time. */
export const PLANNED_EACH_TIME = '/* planned each time */';

/**
 * The driver sends the types of some values to Postgres, so it prepares a text separately for each combination of
 * types.
 */
function typesOf(parameters: readonly unknown[]): string {
  return parameters.map((value) => typeOf(Array.isArray(value) ? value[0] : value)).join('');
}

function typeOf(value: unknown): string {
  if (value instanceof Date) return 'd';
  if (value instanceof Uint8Array) return 'u';
  return typeof value === 'boolean' ? 'b' : typeof value === 'bigint' ? 'i' : '-';
}
