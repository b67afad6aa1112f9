import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { HashQueue, type HashTurn } from './hash-queue.js';

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

const FORMAT = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

/**
 * Hashes passwords with scrypt, which needs much memory, in threads of Node.js. A hash contains its parameters:
 * `scrypt$N$r$p$salt$hash`, so that later versions can use others.
 */
export class PasswordHasher {
  private readonly queue = new HashQueue();

  constructor(private readonly cost: PasswordCost = COST) {}

  /** True while hashes wait for their turn. */
  get isBusy(): boolean {
    return this.queue.isBusy;
  }

  /** @throws AppError as `HashQueue.run`. */
  async hash(password: string, turn: HashTurn): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const { N, r, p } = this.cost;
    const hash = await this.derive(password, salt, this.cost, turn);
    return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
  }

  /**
   * True if the password is the one of the hash.
   * @param stored null for a user who does not exist: false, after as much time as for one who does.
   * @throws AppError as `HashQueue.run`.
   */
  async verify(password: string, stored: string | null, turn: HashTurn): Promise<boolean> {
    const [, N, r, p, salt, hash] = FORMAT.exec(stored ?? '') ?? [];
    if (salt === undefined || hash === undefined) {
      await this.derive(password, Buffer.alloc(SALT_BYTES), this.cost, turn);
      return false;
    }
    const expected = Buffer.from(hash, 'base64url');
    const parameters = { N: Number(N), r: Number(r), p: Number(p) };
    const derived = await this.derive(password, Buffer.from(salt, 'base64url'), parameters, turn);
    return derived.length === expected.length && timingSafeEqual(derived, expected);
  }

  private derive(password: string, salt: Buffer, parameters: ScryptOptions, turn: HashTurn): Promise<Buffer> {
    return this.queue.run(
      turn,
      () =>
        new Promise((resolve, reject) => {
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
        }),
    );
  }
}
