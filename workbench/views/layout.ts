/** The frame of every page. */
import type { Role, Scope } from '#contracts/vocabulary.ts';
import { newId } from '#domain/ids.ts';
import { html, type Markup } from '#markup/html.ts';
import { assetUrl } from '../http/assets.ts';
import { mayUse } from '../may-call.ts';
import { SECTIONS, SETTINGS, type Section } from '../navigation.ts';
import { HOME_PATH, LOGOUT_PATH, SESSION_PATH, SETTINGS_PATH } from '../paths.ts';

/** Who looks at a page. */
export interface Viewer {
  role: Role;
  /** A session that began with an API key may lack some of its role's. */
  scopes: readonly Scope[];
  /** Path of the page. */
  path: string;
  /** For the hidden field of forms. */
  csrf: string;
}

interface Document {
  title: string;
  body: Markup;
  /** null: nobody is signed in. */
  viewer: Viewer | null;
  head?: Markup;
  /** Name of the page's script in assets/. Everything works without it. */
  script?: string;
  /** Address of the event stream of the page. Default: one that only says when the session has ended. */
  live?: string;
  /** Whether the page may be loaded again when the session ends: not the response to a form, nor a refusal. */
  mayReload: boolean;
}

export function document({ title, body, viewer, head, script, live = SESSION_PATH, mayReload }: Document): Markup {
  const isWatched = viewer !== null && mayReload;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Evidence</title>
<link rel="icon" href="${assetUrl('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetUrl('app.css')}">
${script === undefined ? null : html`<script type="module" src="${assetUrl(script)}"></script>`}
${isWatched ? html`<script type="module" src="${assetUrl('live.js')}"></script>` : null}
${head ?? null}
</head>
<body${isWatched ? html` data-live="${live}"` : null}>
<a class="skip" href="#main">To the content</a>
<header class="bar">
<a class="brand" href="${HOME_PATH}"><span class="sign" aria-hidden="true">✓</span> Evidence</a>
${viewer === null ? null : navigation(viewer)}
</header>
<main id="main" tabindex="-1">
${viewer === null ? null : settingsNavigation(viewer)}
${body}
</main>
</body>
</html>
`;
}

function navigation(viewer: Viewer): Markup {
  const isSettings = SETTINGS.some((section) => isWithin(section, viewer.path));
  const sections = links(SECTIONS, viewer, (section) =>
    section.path === SETTINGS_PATH ? isSettings : isWithin(section, viewer.path),
  );
  // The same links twice: one of the two is displayed, by the window's width, which works without script in any browser.
  return html`<nav class="wide" aria-label="Sections">
${sections}
</nav>
<details class="menu"><summary>Menu</summary><nav aria-label="Sections">
${sections}
</nav></details>
<form class="account" method="post" action="${LOGOUT_PATH}">
${csrfField(viewer.csrf)}
<span class="muted">${viewer.role}</span>
<button class="quiet">Log out</button>
</form>`;
}

/** On the pages below Settings only. */
function settingsNavigation(viewer: Viewer): Markup | null {
  if (!SETTINGS.some((section) => isWithin(section, viewer.path))) return null;
  return html`<nav class="filters" aria-label="Settings">
${links(SETTINGS, viewer, (section) => isWithin(section, viewer.path))}
</nav>`;
}

function links(sections: readonly Section[], viewer: Viewer, isCurrent: (section: Section) => boolean): Markup[] {
  return sections
    .filter(({ access }) => mayUse(access, viewer))
    .map(
      (section) =>
        html`<a href="${section.path}"${isCurrent(section) ? html` aria-current="page"` : null}>${section.label}</a>\n`,
    );
}

function isWithin({ path: section }: Section, path: string): boolean {
  return path === section || (section !== HOME_PATH && path.startsWith(`${section}/`));
}

/** Proves that a form comes from a page of the session; every form that changes something has it. */
export function csrfField(csrf: string): Markup {
  return html`<input type="hidden" name="csrf" value="${csrf}">`;
}

/** Makes a form one that is done once, however often it is sent (`once.ts`). */
export function keyField(): Markup {
  return html`<input type="hidden" name="key" value="${newId('req')}">`;
}
