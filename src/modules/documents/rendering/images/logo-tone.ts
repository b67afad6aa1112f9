import { headerOf, inflated, MOST_PIXELS_TAKEN_APART } from './drawable-png.js';

/** The least brightness, of 255, of what a white page hides. */
const PALE = 200;

/**
 * True for a picture that a white page would hide: a PNG whose visible pixels are pale, on a transparent ground. Others bring
 * their own ground, or cannot be judged and count as dark.
 */
export function isPaleLogo(picture: Buffer): boolean {
  const header = headerOf(picture);
  if (header === null) return false;
  const { width, height, depth, channels, hasAlpha, isInterlaced } = header;
  if (!hasAlpha || depth !== 8 || isInterlaced || width * height > MOST_PIXELS_TAKEN_APART) return false;
  const rowLength = width * channels;
  const rows = inflated(picture, 2 * (1 + rowLength) * height);
  if (rows === null || rows.length < (1 + rowLength) * height) return false;
  let brightness = 0;
  let visible = 0;
  let above: Uint8Array = new Uint8Array(rowLength);
  for (let row = 0; row < height; row++) {
    const start = row * (1 + rowLength);
    const pixels = rows.subarray(start + 1, start + 1 + rowLength);
    unfilter(rows[start] ?? 0, pixels, above, channels);
    for (let at = 0; at < rowLength; at += channels) {
      const alpha = pixels[at + channels - 1] ?? 0;
      brightness += alpha * brightnessAt(pixels, at, channels);
      visible += alpha;
    }
    above = pixels;
  }
  return visible > 0 && brightness / visible > PALE;
}

function brightnessAt(pixels: Uint8Array, at: number, channels: number): number {
  const first = pixels[at] ?? 0;
  if (channels === 2) return first;
  return 0.299 * first + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
}

/** Restores a row in place (PNG, "Filtering"). */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, channels: number): void {
  for (let at = 0; at < row.length; at++) {
    const left = at < channels ? 0 : (row[at - channels] ?? 0);
    const up = above[at] ?? 0;
    const corner = at < channels ? 0 : (above[at - channels] ?? 0);
    row[at] = (row[at] ?? 0) + predicted(filter, left, up, corner);
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return Math.floor((left + up) / 2);
    case 4:
      return nearest(left, up, corner);
    default:
      return 0;
  }
}

/** The predictor of Paeth. */
function nearest(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
