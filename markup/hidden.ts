/** Recognises what a browser would not show: text that only machines read is where instructions to machines hide. */

/** Attributes as htmlparser2 gives them, names in lower case. */
export type Attributes = Record<string, string>;

const MAX_STYLE_LENGTH = 2_000;
const MAX_SHEET_LENGTH = 300_000;

const HIDING_DECLARATIONS = [
  /(?:^|;)display:none/,
  /(?:^|;)visibility:(?:hidden|collapse)/,
  /(?:^|;)opacity:0?(?:\.0+)?(?:%|;|!|$)/,
  /(?:^|;)font-size:0?(?:\.0+)?(?:[a-z]{2,4}|%)?(?:;|!|$)/,
  /(?:^|;)color:transparent/,
  /(?:^|;)(?:left|top|right|bottom|text-indent|margin-left|margin-top):-\d{3,}/,
  /(?:^|;)clip:rect\(0/,
  /(?:^|;)clip:rect\(1px,?1px/,
  /(?:^|;)clip-path:inset\((?:50|100)%/,
  /(?:^|;)transform:scale\(0\)/,
];
/** Text in the colour of what is behind it. */
const COLOUR = /(?:^|;)color:([^;!]{1,40})(?:;|!|$)/;
const BEHIND = /(?:^|;)background(?:-color)?:([^;!]{1,40})(?:;|!|$)/;
/** Words that name no colour: what they stand for differs between text and background. */
const NO_COLOUR = /^(?:inherit|initial|unset|revert|revert-layer)$/;
const NO_EXTENT = /(?:^|;)(?:max-)?(?:height|width):[01](?:px)?(?:;|!|$)/;

/** True if inline declarations or those of a rule keep an element from being seen. */
export function hides(declarations: string): boolean {
  const style = declarations.slice(0, MAX_STYLE_LENGTH).toLowerCase().replace(/\s+/g, '');
  if (HIDING_DECLARATIONS.some((pattern) => pattern.test(style))) return true;
  const colour = COLOUR.exec(style)?.[1];
  if (colour !== undefined && !NO_COLOUR.test(colour) && colour === BEHIND.exec(style)?.[1]) return true;
  return NO_EXTENT.test(style) && /(?:^|;)overflow:hidden/.test(style);
}

/** Class and id names ("." or "#" before them) that the page's own style sheets hide. */
export type HiddenNames = ReadonlySet<string>;

/**
 * Reads the rules of `sheet` that stand outside any @-rule (what is hidden in print alone is seen on screen) and whose
 * selector is a bare class or id. One pass.
 */
export function hiddenNames(sheet: string): HiddenNames {
  const names = new Set<string>();
  const css = withoutComments(sheet.slice(0, MAX_SHEET_LENGTH));
  let depth = 0;
  let selectorStart = 0;
  let ruleStart = 0;
  for (let at = 0; at < css.length; at++) {
    const char = css[at];
    if (char === '{') {
      depth++;
      ruleStart = at + 1;
    } else if (char === '}') {
      if (depth === 1 && hides(css.slice(ruleStart, at))) addNames(names, css.slice(selectorStart, ruleStart - 1));
      depth = Math.max(0, depth - 1);
      selectorStart = at + 1;
    } else if (char === ';' && depth === 0) {
      selectorStart = at + 1;
    }
  }
  return names;
}

function addNames(names: Set<string>, selectors: string): void {
  for (const selector of selectors.slice(0, MAX_STYLE_LENGTH).split(',')) {
    const name = /^[a-z\d]*([.#][\w-]+)$/i.exec(selector.trim())?.[1];
    if (name !== undefined) names.add(name);
  }
}

function withoutComments(css: string): string {
  let result = '';
  let at = 0;
  for (;;) {
    const open = css.indexOf('/*', at);
    if (open < 0) return result + css.slice(at);
    result += css.slice(at, open);
    const close = css.indexOf('*/', open + 2);
    if (close < 0) return result;
    at = close + 2;
  }
}

/** Class names by which common frameworks keep text for screen readers, and marks that are not part of the text. */
const UNSEEN_CLASSES = new Set([
  ...[
    'sr-only',
    'visually-hidden',
    'visuallyhidden',
    'screen-reader-text',
    'screenreader',
    'assistive-text',
    'is-hidden',
  ],
  ...['mw-editsection', 'noprint', 'reference', 'mw-ref'],
]);

/** True if an element with these attributes is not to be read. */
export function isHidden(attributes: Attributes, hiddenByRule: HiddenNames): boolean {
  if ('hidden' in attributes || attributes['aria-hidden'] === 'true') return true;
  if (attributes.style !== undefined && hides(attributes.style)) return true;
  if (attributes.id !== undefined && hiddenByRule.has(`#${attributes.id}`)) return true;
  const classes = (attributes.class ?? '').slice(0, MAX_STYLE_LENGTH).split(/\s+/);
  return classes.some((name) => UNSEEN_CLASSES.has(name.toLowerCase()) || hiddenByRule.has(`.${name}`));
}
