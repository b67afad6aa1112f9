import type { TextStyle } from '../text/shaped-text.js';

export const INK = '#111827';
export const TEXT = '#374151';
export const GREY = '#6b7280';
export const RULE = '#d9dde3';
export const HAIRLINE = '#eceef1';
export const PANEL = '#f4f6f8';
/** Of marks across the page: light enough to be read over. */
export const MARK = '#f6dcdc';
const MARK_TEXT = '#b3261e';
export const PAID_MARK = '#dcefe2';
const PAID_TEXT = '#17663a';

const regular = (size: number, color: string): TextStyle => ({ size, weight: 'regular', color });
const semibold = (size: number, color: string): TextStyle => ({ size, weight: 'semibold', color });

export const STYLES = {
  brand: semibold(15, INK),
  title: semibold(20, INK),
  label: regular(7.5, GREY),
  fact: regular(9, INK),
  partyName: semibold(9.5, INK),
  partyLine: regular(8.5, TEXT),
  highlightLabel: regular(8.5, GREY),
  highlight: semibold(23, INK),
  highlightRemark: regular(9, TEXT),
  section: semibold(10.5, INK),
  sectionRemark: regular(8.5, GREY),
  head: regular(7.5, GREY),
  line: regular(8.8, INK),
  remark: regular(7.8, GREY),
  sum: regular(8.8, TEXT),
  total: semibold(11, INK),
  note: regular(8.5, TEXT),
  footer: regular(8, GREY),
  foot: regular(7.5, GREY),
  mark: semibold(9, MARK_TEXT),
  paidMark: semibold(9, PAID_TEXT),
} as const;
