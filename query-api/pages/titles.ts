/** Titles of listed verifications, for pages of people who may read their texts. Lists themselves hold no text. */
import pMap from 'p-map';
import { openContent, openQuestion } from '#domain/verification/result.ts';
import type { OverviewDocument } from '#projectors/overviews/document.ts';
import { fileKindInStream } from '#results/file-kind.ts';
import { textKindOf } from '#results/page/text/kind.ts';
import { titleOf } from '#results/page/title.ts';
import { openTextsIfKnown } from '#sealed/open-texts.ts';
import { verificationRequest } from '#streams/verification-request.ts';
import type { QueryDependencies } from '../dependencies.ts';

type TitleDependencies = Pick<QueryDependencies, 'events' | 'vault' | 'sealer' | 'clock'>;

const OPENED_AT_ONCE = 4;
/** A title is taken from the beginning of a text. */
const BEGINNING = 1_000;
/** Opening a longer text, which only a document has, would keep other requests waiting. */
const LONGEST_TEXT = 100_000;

/** By verification id. Those whose text was erased or has expired, and longer documents, have none. */
export async function titlesOf(
  dependencies: TitleDependencies,
  listed: readonly OverviewDocument[],
): Promise<ReadonlyMap<string, string>> {
  const now = dependencies.clock.now();
  const readable = listed.filter(
    ({ expired_at, expires_at, characters }) =>
      expired_at === null && Date.parse(expires_at) > now && characters <= LONGEST_TEXT,
  );
  const titles = await pMap(
    readable,
    async ({ verification_id: id }) => [id, await titleIn(dependencies, id)] as const,
    { concurrency: OPENED_AT_ONCE },
  );
  return new Map(titles.flatMap(([id, title]) => (title === null ? [] : [[id, title]])));
}

/** null: its key is gone. */
async function titleIn(
  { events, vault, sealer }: Omit<TitleDependencies, 'clock'>,
  id: string,
): Promise<string | null> {
  const request = await verificationRequest(events, id);
  if (request === null) return null;
  const file = await fileKindInStream(events, request);
  const { renderText } = await import('#results/page/text/marked-text.ts');
  const open = await openTextsIfKnown(vault, sealer, id);
  if (open === null || open.key === null) return null;
  const content = openContent(request, open).slice(0, BEGINNING);
  const { heading } = renderText(content, textKindOf(request, file));
  return titleOf({ heading, name: null, question: openQuestion(request, open), content });
}
