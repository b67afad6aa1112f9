import type { Preamble } from '../sql-channel.js';

export function preamble(name: string, text: string, parameters: readonly string[]): Preamble {
  const values = parameters.map((value) => [int32(Buffer.byteLength(value)), Buffer.from(value)]).flat();
  return {
    name,
    preparing: message('P', [zeroEnded(name), zeroEnded(text), int16(0)]),
    executing: Buffer.concat([
      message('B', [zeroEnded(''), zeroEnded(name), int16(0), int16(parameters.length), ...values, int16(0)]),
      message('E', [zeroEnded(''), int32(0)]),
    ]),
  };
}

function message(type: string, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(4 + body.length), body]);
}

function zeroEnded(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
