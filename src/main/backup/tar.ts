// The archive format of backups: POSIX tar (ustar), so that every system can unpack one.
const BLOCK = 512;

/** The largest size that eleven octal digits of a header can hold. */
const LARGEST_FILE = 8 ** 11 - 1;

export interface TarEntry {
  /** Relative, with slashes; that of a folder has one at its end. */
  readonly path: string;
  readonly size: number;
}

/** The header of an entry. Its content follows, filled up with `tarPadding`. @throws Error for a path that is too long. */
export function tarHeader({ path, size }: TarEntry, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(BLOCK);
  const { prefix, name } = splitPath(path);
  const isFolder = path.endsWith('/');
  if (size > LARGEST_FILE) throw new Error(`${path} is too large for a backup.`);
  header.write(name, 0);
  header.write(isFolder ? '0000700\0' : '0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${octal(size, 11)}\0`, 124);
  header.write(`${octal(Math.floor(modifiedAt.getTime() / 1_000), 11)}\0`, 136);
  header.write('        ', 148);
  header.write(isFolder ? '5' : '0', 156);
  header.write('ustar\u000000', 257);
  header.write(prefix, 345);
  header.write(`${octal(sumOf(header), 6)}\0 `, 148);
  return header;
}

/** Zeros that fill the last block of a content. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

export const TAR_END = Buffer.alloc(2 * BLOCK);

/** An entry whose content has to be read before the next entry is asked for. */
export interface ReadEntry extends TarEntry {
  readonly content: AsyncIterable<Buffer>;
}

/** Reads the entries of an archive. @throws Error when it is not whole. */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadEntry> {
  const bytes = new ByteReader(chunks);
  for (;;) {
    const header = await bytes.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const entry = readHeader(header);
    yield { ...entry, content: bytes.upTo(entry.size) };
    await bytes.exactly(tarPadding(entry.size).length);
  }
}

function readHeader(header: Buffer): TarEntry {
  const written = Number.parseInt(textAt(header, 148, 8), 8);
  const cleared = Buffer.from(header);
  cleared.write('        ', 148);
  if (written !== sumOf(cleared)) throw new Error('The archive of the backup is damaged.');
  const prefix = textAt(header, 345, 155);
  const name = textAt(header, 0, 100);
  const path = prefix === '' ? name : `${prefix}/${name}`;
  if (path.startsWith('/') || path.split('/').includes('..'))
    throw new Error(`The archive of the backup has a file outside of its folder: ${path}`);
  return { path, size: Number.parseInt(textAt(header, 124, 12), 8) };
}

function textAt(header: Buffer, start: number, length: number): string {
  return header.toString('utf8', start, start + length).replace(/\0.*$/s, '');
}

function splitPath(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= 100) return { prefix: '', name: path };
  const at = path.lastIndexOf('/', path.length - 2);
  const [prefix, name] = [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
  if (at < 1 || Buffer.byteLength(prefix) > 155 || Buffer.byteLength(name) > 100)
    throw new Error(`The path ${path} is too long for a backup.`);
  return { prefix, name };
}

function octal(number: number, digits: number): string {
  return number.toString(8).padStart(digits, '0');
}

function sumOf(header: Buffer): number {
  let sum = 0;
  for (const byte of header) sum += byte;
  return sum;
}

/** Reads given numbers of bytes from chunks of other lengths. */
class ByteReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  async exactly(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.upTo(length)) parts.push(part);
    return Buffer.concat(parts);
  }

  async *upTo(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      if (this.rest.length === 0) {
        const next = await this.chunks.next();
        if (next.done === true) throw new Error('The archive of the backup ends too early.');
        this.rest = next.value;
      }
      const part = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(part.length);
      left -= part.length;
      if (part.length > 0) yield part;
    }
  }
}
