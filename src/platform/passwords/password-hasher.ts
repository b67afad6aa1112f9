import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { overLimit } from '../errors/app-error.js';

/** The parameters of scrypt. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's parameters for scrypt with 32 MiB: a hash takes some tenths of a second of one core. */
const COST: PasswordCost = { N: 32_768, r: 8, p: 3 };
/** Twice what the parameters need; Node.js allows 32 MiB by default. */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashes at once in a process: they leave threads of the pool to everything else. */
const MOST_AT_ONCE = 2;
/** Hashes that wait; with more, logins would answer after their callers have given up. */
const MOST_WAITING = 100;

const FORMAT = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

/**
 * Hashes passwords with scrypt, which needs much memory, in threads of Node.js. A hash contains its parameters:
 * `scrypt$N$r$p$salt$hash`, so that later versions can use others.
 */
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly cost: PasswordCost = COST) {}

  /** @throws AppError kind `unavailable` while too many others wait. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const { N, r, p } = this.cost;
    const hash = await this.derive(password, salt, this.cost);
    return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
  }

  /**
   * True if the password is the one of the hash.
   * @param stored null for a user who does not exist: false, after as much time as for one who does.
   * @throws AppError kind `unavailable` while too many others wait.
   */
  async verify(password: string, stored: string | null): Promise<boolean> {
    const [, N, r, p, salt, hash] = FORMAT.exec(stored ?? '') ?? [];
    if (salt === undefined || hash === undefined) {
      await this.derive(password, Buffer.alloc(SALT_BYTES), this.cost);
      return false;
    }
    const expected = Buffer.from(hash, 'base64url');
    const parameters = { N: Number(N), r: Number(r), p: Number(p) };
    const derived = await this.derive(password, Buffer.from(salt, 'base64url'), parameters);
    return derived.length === expected.length && timingSafeEqual(derived, expected);
  }

  private async derive(password: string, salt: Buffer, parameters: ScryptOptions): Promise<Buffer> {
    await this.enter();
    try {
      return await new Promise((resolve, reject) => {
        // Different ways to write the same letters give the same password.
        scrypt(
          password.normalize('NFKC'),
          salt,
          HASH_BYTES,
          { ...parameters, maxmem: MAX_MEMORY_BYTES },
          (error, derived) => {
            if (error === null) resolve(derived);
            else reject(error);
          },
        );
      });
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < MOST_AT_ONCE) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= MOST_WAITING)
      throw overLimit('unavailable', `At most ${MOST_WAITING} logins wait in a process.`);
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Hands the place to the next one that waits. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.running -= 1;
    else next();
  }
}
