import type { Logo } from '../facts/issuer-details.js';

/** A document as its pages show it: all texts in its language, all amounts formatted. */
export interface DocumentContent {
  /** BCP 47. */
  readonly language: string;
  /** The locale and the countries of its parties, which decide on the shapes of Han characters; the most important first. */
  readonly places: readonly string[];
  readonly paper: 'A4' | 'LETTER';
  /** Written across each page: what the document is not. */
  readonly marks: readonly string[];
  readonly title: string;
  readonly number: string;
  readonly createdAt: Date;
  /** The name beside the title, in place of a logo. */
  readonly brand: string;
  readonly logo: Logo | null;
  /** The accent color, `#rrggbb`; null for none. */
  readonly color: string | null;
  readonly facts: readonly LabelledText[];
  readonly parties: readonly Party[];
  readonly highlight: Highlight;
  readonly columns: ColumnTitles;
  readonly sections: readonly Section[];
  readonly sums: readonly Sum[];
  /** Null of a document that nobody pays. */
  readonly payment: HowToPay | null;
  readonly notes: readonly LabelledText[];
  readonly footer: string | null;
  readonly page: (page: number, pages: number) => string;
}

export interface LabelledText {
  readonly label: string;
  readonly text: string;
}

/** The account to which what is due is transferred. */
export interface HowToPay {
  readonly title: string;
  readonly facts: readonly LabelledText[];
  /** The data of a QR code for it; null for none. */
  readonly code: string | null;
  /** What the code is for. */
  readonly codeLabel: string;
}

export interface Party {
  readonly label: string;
  readonly name: string;
  readonly lines: readonly string[];
}

/** What matters most: how much, and until when. */
export interface Highlight {
  readonly label: string;
  readonly amount: string;
  readonly remarks: readonly string[];
}

export interface ColumnTitles {
  readonly description: string;
  readonly units: string;
  readonly unitPrice: string;
  readonly taxRate: string;
  readonly amount: string;
}

/** Lines under a heading, which is repeated on each page that they reach. */
export interface Section {
  readonly title: string;
  readonly remarks: readonly string[];
  readonly lines: readonly Line[];
  readonly subTotal: Sum | null;
}

export interface Line {
  readonly description: string;
  readonly remarks: readonly string[];
  readonly units: string;
  readonly unitPrice: string;
  readonly taxRate: string;
  readonly amount: string;
  /** How the amount comes about: tiers, packages, a true-up. */
  readonly details: readonly LineDetail[];
}

export type LineDetail = Pick<Line, 'amount' | 'description' | 'unitPrice' | 'units'>;

export interface Sum {
  readonly label: string;
  readonly amount: string;
  readonly isTotal: boolean;
}
