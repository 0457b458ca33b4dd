/**
 * The registry of clinical studies of the U.S. National Library of Medicine, after "ClinicalTrials.gov API" (OpenAPI of
 * version 2, clinicaltrials.gov/data-api/api, as it stood in September 2026). Sponsors answer for what they register: the
 * status, the number of participants and the dates are rows of the text.
 */
import { z } from 'zod';
import { candidateOf, Line, ListOf, MaybeText, paragraphs, readAnswer, readRows, recordRow } from './answers.ts';
import { dateOfText } from './database-dates.ts';
import { anyOf, queryWords } from './query-words.ts';
import type { SourceWire, WebCandidate } from './wire.ts';

const FIELDS = [
  'NCTId BriefTitle OfficialTitle OverallStatus WhyStopped StartDate PrimaryCompletionDate CompletionDate',
  'StudyFirstPostDate LastUpdatePostDate LeadSponsorName BriefSummary DetailedDescription Condition StudyType Phase',
  'EnrollmentCount EnrollmentType InterventionName PrimaryOutcomeMeasure HasResults',
]
  .join(' ')
  .replaceAll(' ', '|');

const Answer = z.object({ studies: z.array(z.unknown()) });

/** An object whose fields may all be missing, and which may be missing itself. */
function Module<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).partial().nullish().catch(null);
}
const Day = z.object({ date: MaybeText }).nullish().catch(null);

const Study = z
  .object({
    protocolSection: z.object({
      identificationModule: z.object({
        nctId: z.string().regex(/^NCT\d{8}$/),
        briefTitle: Line,
        officialTitle: MaybeText,
      }),
      statusModule: Module({
        overallStatus: MaybeText,
        whyStopped: MaybeText,
        startDateStruct: Day,
        primaryCompletionDateStruct: Day,
        completionDateStruct: Day,
        studyFirstPostDateStruct: Day,
        lastUpdatePostDateStruct: Day,
      }),
      sponsorCollaboratorsModule: Module({ leadSponsor: z.object({ name: MaybeText }).nullish().catch(null) }),
      descriptionModule: Module({ briefSummary: MaybeText, detailedDescription: MaybeText }),
      conditionsModule: Module({ conditions: ListOf(Line) }),
      designModule: Module({
        studyType: MaybeText,
        phases: ListOf(Line),
        enrollmentInfo: z
          .object({ count: z.number().int().nullish().catch(null), type: MaybeText })
          .nullish()
          .catch(null),
      }),
      armsInterventionsModule: Module({ interventions: ListOf(z.object({ name: Line })) }),
      outcomesModule: Module({ primaryOutcomes: ListOf(z.object({ measure: Line })) }),
    }),
    hasResults: z.boolean().nullish().catch(null),
  })
  .transform(({ protocolSection: protocol, hasResults }): WebCandidate => {
    const { nctId, briefTitle, officialTitle } = protocol.identificationModule;
    const status = protocol.statusModule;
    const design = protocol.designModule;
    const sponsor = protocol.sponsorCollaboratorsModule?.leadSponsor?.name ?? null;
    const enrolled = design?.enrollmentInfo;
    const about = recordRow({
      'Official title': officialTitle,
      Sponsor: sponsor,
      Conditions: protocol.conditionsModule?.conditions?.join(', '),
      Interventions: protocol.armsInterventionsModule?.interventions?.map(({ name }) => name).join(', '),
      'Primary outcomes': protocol.outcomesModule?.primaryOutcomes?.map(({ measure }) => measure).join('; '),
    });
    const state = recordRow({
      Study: nctId,
      Status: status?.overallStatus,
      'Why stopped': status?.whyStopped,
      'Study type': design?.studyType,
      Phase: design?.phases?.join(', '),
      Enrollment: [enrolled?.count, enrolled?.type].filter((part) => part != null).join(' '),
      Start: status?.startDateStruct?.date,
      'Primary completion': status?.primaryCompletionDateStruct?.date,
      Completion: status?.completionDateStruct?.date,
      'Has results': hasResults === null || hasResults === undefined ? null : String(hasResults),
    });
    const description = protocol.descriptionModule;
    return candidateOf({
      key: nctId,
      url: `https://clinicaltrials.gov/study/${nctId}`,
      title: briefTitle,
      publisher: sponsor,
      publication_date: dateOfText(status?.lastUpdatePostDateStruct?.date ?? status?.studyFirstPostDateStruct?.date),
      source_class: 'clinical_trial_registry',
      snippet: paragraphs([
        state,
        about,
        ...linesOf(description?.briefSummary),
        ...linesOf(description?.detailedDescription),
      ]),
    });
  });

function linesOf(text: string | null | undefined): string[] {
  return (text ?? '').split(/\n[^\S\n]*\n\s*/);
}

export const clinicaltrials: SourceWire = {
  id: 'clinicaltrials',
  base_url: 'https://clinicaltrials.gov/api/v2',
  // About fifty a minute.
  rate: { interval_ms: 1_200, concurrent: 1 },
  search({ text, limit }) {
    const words = queryWords(text);
    if (words.length === 0) return null;
    return {
      method: 'GET',
      path: '/studies',
      query: {
        'query.term': anyOf(words),
        fields: FIELDS,
        pageSize: String(limit),
        format: 'json',
        // Without the escapes of Markdown.
        markupFormat: 'legacy',
      },
      answer: 'json',
    };
  },
  parseSearch(answer, { limit }) {
    const { studies } = readAnswer(Answer, answer);
    return readRows(Study, studies, 'studies').slice(0, limit);
  },
  text: { kind: 'snippet' },
  check: { query: 'NCT04368728', expect: 'COVID-19' },
};
