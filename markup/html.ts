/** HTML that is safe by construction: every value in a template is escaped, unless it is markup already. */

/** Finished markup. Create it with `html` only. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Markup | string | number | null | readonly Part[];

/** Template tag: literal parts are markup and values are escaped; null becomes nothing, lists are joined. */
export function html(literals: TemplateStringsArray, ...values: Part[]): Markup {
  const pieces: string[] = [literals[0]!];
  for (const [index, value] of values.entries()) pieces.push(markupOf(value), literals[index + 1]!);
  return new Markup(pieces.join(''));
}

function markupOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return part.map(markupOf).join('');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text and quoted attributes. Control characters, which HTML does not allow, become U+FFFD. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!)
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '\ufffd');
}

/** The URL as a link target, or null for anything but http and https. */
export function linkTarget(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
