/** What an e-mail says, without markup: it is written as plain text and as HTML. */
export interface MailContent {
  /** BCP 47. */
  readonly language: string;
  /** The name of the sender, at the top and at the end. */
  readonly brand: string;
  /** Above the name; null or absent for a sender without one. */
  readonly logo?: MailLogo | null;
  /** The accent color of the sender, `#rrggbb`; null or absent for that of the program. */
  readonly color?: string | null;
  /** What lists of e-mails show after the subject. */
  readonly summary: string;
  /** Each a paragraph: the greeting, then the matter. */
  readonly paragraphs: readonly string[];
  /** Labelled values, one below the other. */
  readonly rows?: readonly MailRow[];
  /** The address that the recipient is to open. */
  readonly link?: MailLink;
  /** Further addresses. */
  readonly links?: readonly MailLink[];
  /** Below the addresses, in small letters. */
  readonly note?: string;
  /** What stands before the name at the end. */
  readonly regards: string;
  /** Who sends it by law, at the very end. */
  readonly footer?: readonly string[];
}

export interface MailLogo {
  readonly url: string;
  /** True for one that a white page would hide. */
  readonly isPale: boolean;
}

export interface MailRow {
  readonly label: string;
  readonly value: string;
  readonly link?: MailLink;
}

export interface MailLink {
  readonly label: string;
  readonly url: string;
}
