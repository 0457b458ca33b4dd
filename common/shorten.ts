/** `text` with at most `length` code points, the last of which is an ellipsis if it was cut. */
export function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
