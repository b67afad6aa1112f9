import { getDocumentProxy } from 'unpdf';

/** OPS of pdf.js. */
const OPERATORS = { save: 10, restore: 11, transform: 12, constructPath: 91, paintImage: 85 } as const;
type Matrix = readonly [number, number, number, number, number, number];

/**
 * Where texts and pictures stand on the pages of a PDF, and how many shapes are drawn there: a line for each text, in points from the
 * upper left corner. The same on every machine, since fonts, shaping and formats come from packages.
 */
export async function layoutOf(pdf: Uint8Array): Promise<string> {
  const proxy = await getDocumentProxy(new Uint8Array(pdf));
  const lines: string[] = [];
  for (let number = 1; number <= proxy.numPages; number++) {
    const page = await proxy.getPage(number);
    const [, , width = 0, height = 0] = page.view;
    const { fnArray, argsArray } = await page.getOperatorList();
    const shapes = fnArray.filter((operator) => operator === OPERATORS.constructPath).length;
    lines.push(`page ${String(number)}: ${shown(width)} × ${shown(height)}, ${String(shapes)} shapes`);
    lines.push(...picturesOf(fnArray, argsArray, height));
    const { items } = await page.getTextContent();
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [size = 0, , , , x = 0, y = 0] = item.transform as number[];
      const place = [x, height - y, item.width].map(shown).map((each) => each.padStart(6));
      lines.push(`${place.join(' ')} ${shown(size).padStart(5)}  ${item.str}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The left, upper, right and lower edge of each picture. */
function picturesOf(operators: readonly number[], values: readonly unknown[], pageHeight: number): string[] {
  const saved: Matrix[] = [];
  let current: Matrix = [1, 0, 0, 1, 0, 0];
  const found: string[] = [];
  operators.forEach((operator, index) => {
    if (operator === OPERATORS.save) saved.push(current);
    else if (operator === OPERATORS.restore) current = saved.pop() ?? current;
    else if (operator === OPERATORS.transform) current = times(current, values[index] as Matrix);
    else if (operator === OPERATORS.paintImage) {
      const [width, , , height, x, y] = current;
      const [one, other] = [pageHeight - y, pageHeight - y - height];
      const edges = [x, Math.min(one, other), x + width, Math.max(one, other)].map(shown);
      found.push(`picture ${edges.join(' ')}`);
    }
  });
  return found;
}

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** In tenths of a point. */
function shown(value: number): string {
  return (Math.round(value * 10) / 10).toFixed(1);
}
