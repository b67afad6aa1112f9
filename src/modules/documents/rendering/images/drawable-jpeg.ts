/** Bytes of a segment: a marker of two, a length of two, and what follows. */
const FRAME_HEADERS = { first: 0xc0, last: 0xcf };
/** Segments in the range of frame headers that are none: tables of Huffman codes, a reserved one, and conditions of coding. */
const OTHERS: readonly number[] = [0xc4, 0xc8, 0xcc];
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** Programs that show the document decode as many, whatever a small file says: with 48 MB. */
const MOST_PIXELS = 16_000_000;
/** The bits of a value, and the values of a pixel, that PDF knows: grey, RGB, CMYK. */
const BITS = 8;
const CHANNELS: readonly number[] = [1, 3, 4];
const CMYK = 4;

/** True for a JPEG that programs can show: pdfkit passes it on as it is, and readers would see a gap in place of a damaged one. */
export function isDrawableJpeg(picture: Buffer): boolean {
  const frame = frameOf(picture);
  if (frame === null) return false;
  const { bits, width, height, channels } = frame;
  return bits === BITS && CHANNELS.includes(channels) && width * height > 0 && width * height <= MOST_PIXELS;
}

/** True for a JPEG in CMYK, whose colors PDF/A leaves undefined unless the file has a profile of a printing press. */
export function isCmykJpeg(picture: Buffer): boolean {
  return frameOf(picture)?.channels === CMYK;
}

/** What the header of the frame says; null for a picture without pixels or without an end. */
function frameOf(picture: Buffer) {
  let frame = null;
  for (let at = 2; at + 10 <= picture.length && picture[at] === 0xff;) {
    const marker = picture.readUInt8(at + 1);
    if (marker === START_OF_SCAN) return picture.includes(END_OF_IMAGE, at) ? frame : null;
    if (marker >= FRAME_HEADERS.first && marker <= FRAME_HEADERS.last && !OTHERS.includes(marker)) {
      frame = {
        bits: picture.readUInt8(at + 4),
        height: picture.readUInt16BE(at + 5),
        width: picture.readUInt16BE(at + 7),
        channels: picture.readUInt8(at + 9),
      };
    }
    at += 2 + picture.readUInt16BE(at + 2);
  }
  return null;
}
