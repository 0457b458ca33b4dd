/** A list of verifications, by their titles. */
import { VERDICTS } from '#contracts/vocabulary.ts';
import { html, type Markup } from '#markup/html.ts';
import type { OverviewDocument } from '#projectors/overviews/document.ts';
import { count, plain, time, VERDICT_WORDS } from '#results/page/words.ts';
import { VERIFICATIONS_PATH } from '../paths.ts';

const STATUS_WORDS: Partial<Record<OverviewDocument['status'], string>> = {
  completed: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** By verification id; without one, an entry says what kind of text it is. */
export type Titles = ReadonlyMap<string, string>;

export function verificationList(entries: readonly OverviewDocument[], titles: Titles): Markup {
  return html`<ul class="rows">
${entries.map((each) => entry(each, titles.get(each.verification_id)))}
</ul>`;
}

/** What was verified, and how much of it: `Text of 2,225 characters`. */
export function kindAndLength({ job_id, kind, characters }: OverviewDocument): string {
  const subject = job_id !== null ? 'Document' : kind === 'claim' ? 'Claim' : 'Text';
  return `${subject} of ${count(characters, 'character')}`;
}

function entry(overview: OverviewDocument, title: string | undefined): Markup {
  const { verification_id, created_at, profile, status, expired_at } = overview;
  const length = kindAndLength(overview);
  const name =
    title === undefined
      ? html`<b>${length}</b>`
      : html`<b dir="auto">${title}</b><br><span class="muted">${length}</span>`;
  return html`<li>
<a class="row" href="${VERIFICATIONS_PATH}/${verification_id}">
<span class="what">${name} <span class="muted">· ${plain(profile)}</span></span>
<span class="verdicts">${expired_at === null ? verdicts(overview) : html`<span class="muted">text erased</span>`}</span>
<span class="when muted">${STATUS_WORDS[status] ?? 'In progress'} · ${time(created_at)}</span>
</a>
</li>`;
}

/** Counts by verdict, those that are not 0, each with its sign. */
function verdicts({ verdicts: counts }: OverviewDocument): Markup[] {
  return VERDICTS.filter((verdict) => counts[verdict] > 0).map((verdict) => {
    const { sign, label } = VERDICT_WORDS[verdict];
    return html`<span class="pill ${verdict}"><span aria-hidden="true">${sign}</span> ${counts[verdict]}<span class="unseen"> ${label}</span></span>`;
  });
}
