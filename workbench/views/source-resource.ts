/** A page of a source set, with what was last read of it. */
import { shorten } from '#common/shorten.ts';
import type { SourceResource } from '#domain/source-set/decider.ts';
import { html, linkTarget, type Markup } from '#markup/html.ts';
import { count, time } from '#results/page/words.ts';
import type { LastRead } from '../dependencies.ts';
import { SOURCES_PATH } from '../paths.ts';

/** Passages that are shown, and characters of one. */
const SHOWN = 100;
const LONGEST = 2_000;

export function sourceResourcePage({ url, label, created_at }: SourceResource, read: LastRead | null) {
  const target = linkTarget(url);
  return {
    title: 'A page of a source set',
    body: html`<div class="head"><h1><bdi>${label}</bdi></h1><p><a href="${SOURCES_PATH}">‹ Sources</a></p></div>
<p class="muted">${target === null ? html`<bdi>${url}</bdi>` : html`<a href="${target}" rel="noopener noreferrer"><bdi>${url}</bdi></a>`} · added ${time(created_at)}</p>
${lastRead(read)}`,
  };
}

function lastRead(read: LastRead | null): Markup {
  if (read === null) {
    return html`<p class="empty card">Nothing of it is kept: it was not read yet, or some while ago. It is read when a text is checked against it.</p>`;
  }
  const { read_at, content } = read;
  if (content === null) return html`<p class="note bad">It could not be read ${time(read_at)}.</p>`;
  const { title, publisher, publication_date, passages } = content;
  const facts = [publisher, publication_date].filter((each) => each !== null && each !== '');
  return html`<section class="card" aria-label="What was read"><h2>What was read ${time(read_at)}</h2>
<p><b><bdi>${title}</bdi></b>${facts.length === 0 ? null : html` <span class="muted"><bdi>${facts.join(' · ')}</bdi></span>`} <span class="muted">· ${count(passages.length, 'passage')}${passages.length > SHOWN ? `, the first ${SHOWN} of them here` : ''}</span></p>
<ul class="passages">${passages.slice(0, SHOWN).map((text) => html`<li><blockquote dir="auto">${shorten(text, LONGEST)}</blockquote></li>`)}</ul></section>`;
}
