/** Bytes of a segment: a marker of two, a length of two, and what follows. */
const FRAME_HEADERS = { first: 0xc0, last: 0xcf };
/** Segments in the range of frame headers that are none: tables of Huffman codes, a reserved one, and conditions of coding. */
const OTHERS: readonly number[] = [0xc4, 0xc8, 0xcc];

/** True for a JPEG in CMYK, whose colors PDF/A leaves undefined unless the file has a profile of a printing press. */
export function isCmykJpeg(picture: Buffer): boolean {
  for (let at = 2; at + 10 <= picture.length && picture[at] === 0xff;) {
    const marker = picture.readUInt8(at + 1);
    if (marker >= FRAME_HEADERS.first && marker <= FRAME_HEADERS.last && !OTHERS.includes(marker)) {
      return picture.readUInt8(at + 9) === 4;
    }
    at += 2 + picture.readUInt16BE(at + 2);
  }
  return false;
}
