/** The colors of pages and e-mails. Texts have a contrast of 4.5 to 1 and more on `page` and `card` (WCAG 2.2, AA). */
interface Palette {
  readonly text: string;
  readonly quiet: string;
  readonly page: string;
  readonly card: string;
  readonly line: string;
  /** Of buttons and links. */
  readonly accent: string;
  readonly onAccent: string;
  readonly good: string;
  readonly bad: string;
}

export const LIGHT: Palette = {
  text: '#1c2230',
  quiet: '#565d6b',
  page: '#f4f5f8',
  card: '#ffffff',
  line: '#d3d7e0',
  accent: '#2f4bb5',
  onAccent: '#ffffff',
  good: '#17663a',
  bad: '#a3262a',
};

export const DARK: Palette = {
  text: '#e8eaf0',
  quiet: '#aab1c0',
  page: '#14171f',
  card: '#1e222d',
  line: '#3a4050',
  accent: '#a9b9ff',
  onAccent: '#14171f',
  good: '#7fd6a1',
  bad: '#ff9b9b',
};

/** The colors as CSS variables, such as `--on-accent`, which follow the color scheme of the reader. */
export const PALETTE_CSS = `:root { color-scheme: light dark; ${variablesOf(LIGHT)} }
@media (prefers-color-scheme: dark) { :root { ${variablesOf(DARK)} } }
`;

function variablesOf(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, color]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${color};`)
    .join(' ');
}
