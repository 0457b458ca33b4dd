/** Writes protocol buffers: as much of them as a small ONNX graph needs. */

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low + 128 : low);
  } while (rest > 0);
  return Buffer.from(bytes);
}

export function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

export function bytes(field: number, content: Buffer | string): Buffer {
  const body = Buffer.from(content as string);
  return Buffer.concat([varint(field * 8 + 2), varint(body.length), body]);
}

export function message(field: number, ...parts: readonly Buffer[]): Buffer {
  return bytes(field, Buffer.concat(parts));
}
