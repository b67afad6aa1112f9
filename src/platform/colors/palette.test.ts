// Colors of pages and e-mails, in both color schemes.
import { describe, expect, test } from '@jest/globals';
import { DARK, LIGHT, PALETTE_CSS } from './palette.js';
import { contrastOf } from './readable-color.js';

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('in the %s', (_, palette) => {
  test('texts, links and states are readable on pages and cards, and letters on buttons', () => {
    const pairs = (['text', 'quiet', 'accent', 'good', 'bad'] as const).flatMap((text) => [
      [text, contrastOf(palette[text], palette.page)] as const,
      [text, contrastOf(palette[text], palette.card)] as const,
    ]);
    const onButton = ['onAccent', contrastOf(palette.onAccent, palette.accent)] as const;
    expect([...pairs, onButton].filter(([, contrast]) => contrast < 4.5)).toEqual([]);
  });
});

test('the style sheet has every color by its name', () => {
  expect(PALETTE_CSS).toContain('--on-accent: #ffffff;');
  for (const color of [...Object.values(LIGHT), ...Object.values(DARK)]) expect(PALETTE_CSS).toContain(color);
});
