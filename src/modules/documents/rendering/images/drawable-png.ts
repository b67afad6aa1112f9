import { inflateSync } from 'node:zlib';

/** Pictures with more pixels are not decoded: a small file may hold a huge picture. */
const MOST_PIXELS = 4_000_000;
/** The same for pictures that are taken apart pixel by pixel: by pdfkit, interlaced ones and those with an alpha channel. */
export const MOST_PIXELS_TAKEN_APART = 1_000_000;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Values per pixel, by the color type of the header. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Bits of a value, by the color type of the header. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** Programs that show a PDF refuse a picture that is wider or higher. */
const LONGEST_SIDE = 16_384;
const LAST_FILTER = 4;

/**
 * True for a PNG whose pixels can be decoded. pdfkit decodes them after it has accepted the picture, and a damaged one would
 * keep it from ever ending the document.
 */
export function isDrawablePng(picture: Buffer): boolean {
  const header = headerOf(picture);
  if (header === null) return false;
  const { width, height, depth, channels, hasAlpha, isInterlaced } = header;
  const isTakenApart = isInterlaced || hasAlpha;
  const most = isTakenApart ? MOST_PIXELS_TAKEN_APART : MOST_PIXELS;
  if (width === 0 || height === 0 || width * height > most || Math.max(width, height) > LONGEST_SIDE)
    return false;
  const rowLength = 1 + Math.ceil((width * channels * depth) / 8);
  const pixels = inflated(picture, 2 * rowLength * height);
  if (pixels === null) return false;
  // The rows of interlaced pictures are those of several smaller ones.
  if (isInterlaced) return true;
  if (pixels.length < rowLength * height) return false;
  for (let row = 0; row < height; row++) {
    if ((pixels[row * rowLength] ?? LAST_FILTER + 1) > LAST_FILTER) return false;
  }
  return true;
}

/** What the beginning of a PNG says; null for what is none. */
export function headerOf(picture: Buffer) {
  if (picture.length < 33 || !picture.subarray(0, 8).equals(SIGNATURE)) return null;
  const colorType = picture.readUInt8(25);
  const channels = CHANNELS[colorType];
  const depth = picture.readUInt8(24);
  if (picture.toString('latin1', 12, 16) !== 'IHDR' || channels === undefined) return null;
  if (DEPTHS[colorType]?.includes(depth) !== true) return null;
  return {
    width: picture.readUInt32BE(16),
    height: picture.readUInt32BE(20),
    depth,
    channels,
    hasAlpha: channels === 2 || channels === 4,
    isInterlaced: picture.readUInt8(28) === 1,
  };
}

/** The rows of pixels; null if they are damaged or longer than this. */
export function inflated(picture: Buffer, maxOutputLength: number): Buffer | null {
  const chunks: Buffer[] = [];
  let isComplete = false;
  for (let at = 8; at + 12 <= picture.length;) {
    const length = picture.readUInt32BE(at);
    const type = picture.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > picture.length) return null;
    if (type === 'IDAT') chunks.push(picture.subarray(at + 8, at + 8 + length));
    isComplete ||= type === 'IEND';
    at += 12 + length;
  }
  try {
    return isComplete ? inflateSync(Buffer.concat(chunks), { maxOutputLength }) : null;
  } catch {
    return null;
  }
}
