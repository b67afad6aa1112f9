/** What a text needs against its background. Source: WCAG 2.2, 1.4.3. */
const CONTRAST = 4.5;
const STEP = 0.9;

/** A color `#rrggbb`, darkened until texts in it are readable on a light background. */
export function readable(color: string, background = '#f4f6f8'): string {
  let channels = channelsOf(color);
  while (contrast(luminanceOf(channels), luminanceOf(channelsOf(background))) < CONTRAST)
    channels = channels.map((value) => Math.floor(value * STEP));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The contrast of two colors, from 1 to 21. Source: WCAG 2.2, "contrast ratio". */
export function contrastOf(one: string, other: string): number {
  return contrast(luminanceOf(channelsOf(one)), luminanceOf(channelsOf(other)));
}

/** Black or white, whichever is more readable on a background. */
export function inkOn(background: string): '#000000' | '#ffffff' {
  const luminance = luminanceOf(channelsOf(background));
  return contrast(luminance, 1) >= contrast(luminance, 0) ? '#ffffff' : '#000000';
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Source: WCAG 2.2, "relative luminance". */
function luminanceOf(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
