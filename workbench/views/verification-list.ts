/** A list of verifications. It has no text: what was verified is sealed, and only its own page opens it. */
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

export function verificationList(entries: readonly OverviewDocument[]): Markup {
  return html`<ul class="rows">
${entries.map(entry)}
</ul>`;
}

function entry(overview: OverviewDocument): Markup {
  const { verification_id, created_at, profile, characters, status, expired_at, job_id, kind } = overview;
  const subject = job_id !== null ? 'Document' : kind === 'claim' ? 'Claim' : 'Text';
  return html`<li>
<a class="row" href="${VERIFICATIONS_PATH}/${verification_id}">
<span class="what"><b>${subject}</b> of ${count(characters, 'character')} <span class="muted">· ${plain(profile)}</span></span>
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
