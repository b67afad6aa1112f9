import qrcode from 'qrcode-generator';

/** As the EPC asks for. */
const CORRECTION = 'M';

/** A row of dark modules that lie side by side. */
interface Bar {
  readonly row: number;
  readonly column: number;
  readonly length: number;
}

/** A QR code: the number of modules on each side, and the dark ones. */
export interface QrCode {
  readonly size: number;
  readonly bars: readonly Bar[];
}

/** The QR code of a text, in UTF-8. The same text always gives the same code. */
export function qrCodeOf(text: string): QrCode {
  const code = qrcode(0, CORRECTION);
  // The generator takes each character for a byte.
  code.addData(Buffer.from(text, 'utf8').toString('latin1'), 'Byte');
  code.make();
  const size = code.getModuleCount();
  const bars: Bar[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      let length = 0;
      while (column + length < size && code.isDark(row, column + length)) length += 1;
      if (length > 0) bars.push({ row, column, length });
      column += length;
    }
  }
  return { size, bars };
}
