/** ClinicalTrials.gov's API v2: `/studies` by a term, with paging by token. Filters, counts and single studies are lacking. */
import { type Answered, type Database, numberIn, RecordIndex, type TextRecord, unknownIn } from '../database.ts';
import { type Expression, readExpression } from '../expression.ts';

export interface ClinicalStudy extends TextRecord {
  /** "NCT04368728" */
  id: string;
  sponsor?: string;
  status?: string;
  phases?: readonly string[];
  enrolled?: number;
  started?: string;
  updated: string;
}

const PARAMETERS = ['query.term', 'fields', 'pageSize', 'pageToken', 'format', 'markupFormat', 'countTotal', 'sort'];
/** Names of fields, and where they stand; objects stand in answers only as far as a named field is in them. */
const PLACES: Readonly<Record<string, string>> = {
  NCTId: 'identificationModule',
  BriefTitle: 'identificationModule',
  OfficialTitle: 'identificationModule',
  OverallStatus: 'statusModule',
  WhyStopped: 'statusModule',
  StartDate: 'statusModule',
  PrimaryCompletionDate: 'statusModule',
  CompletionDate: 'statusModule',
  StudyFirstPostDate: 'statusModule',
  LastUpdatePostDate: 'statusModule',
  LeadSponsorName: 'sponsorCollaboratorsModule',
  BriefSummary: 'descriptionModule',
  DetailedDescription: 'descriptionModule',
  Condition: 'conditionsModule',
  StudyType: 'designModule',
  Phase: 'designModule',
  EnrollmentCount: 'designModule',
  EnrollmentType: 'designModule',
  InterventionName: 'armsInterventionsModule',
  PrimaryOutcomeMeasure: 'outcomesModule',
  HasResults: 'hasResults',
};
const LANGUAGE = { or: 'OR', not: 'NOT', fields: [] };

function badRequest(message: string): Answered {
  return { status: 400, type: 'text/plain', body: message };
}

function studyOf(study: ClinicalStudy, places: ReadonlySet<string>) {
  const modules = {
    identificationModule: { nctId: study.id, briefTitle: study.title, officialTitle: `A Study: ${study.title}` },
    statusModule: {
      overallStatus: study.status ?? 'COMPLETED',
      ...(study.started !== undefined && { startDateStruct: { date: study.started, type: 'ACTUAL' } }),
      lastUpdatePostDateStruct: { date: study.updated, type: 'ACTUAL' },
    },
    sponsorCollaboratorsModule: { leadSponsor: { name: study.sponsor ?? 'A Sponsor' } },
    descriptionModule: { briefSummary: study.text },
    conditionsModule: { conditions: ['Seasickness'] },
    designModule: {
      studyType: 'INTERVENTIONAL',
      phases: study.phases ?? ['NA'],
      enrollmentInfo: { count: study.enrolled ?? 10, type: 'ACTUAL' },
    },
    armsInterventionsModule: { interventions: [{ name: 'Ginger' }] },
    outcomesModule: { primaryOutcomes: [{ measure: 'Nausea after one hour' }] },
  };
  return {
    protocolSection: Object.fromEntries(Object.entries(modules).filter(([name]) => places.has(name))),
    ...(places.has('hasResults') && { hasResults: false }),
  };
}

export function clinicaltrialsDatabase(studies: readonly ClinicalStudy[]): Database {
  const index = new RecordIndex(studies);
  return {
    answer({ path, query }) {
      if (path !== '/studies') return { status: 404, type: 'text/plain', body: 'Not found' };
      const [unknown] = unknownIn(query, PARAMETERS);
      if (unknown !== undefined) return badRequest(`Unknown parameter ${unknown}`);
      const fields = (query.get('fields') ?? Object.keys(PLACES).join('|')).split(/[|,]/);
      const strange = fields.find((field) => !(field in PLACES));
      if (strange !== undefined) return badRequest(`Invalid field name: ${strange}`);
      const limit = numberIn(query, 'pageSize', 10, 0, 1_000);
      if (limit === null) return badRequest('pageSize must be a number');
      const token = query.get('pageToken');
      const offset = token === null ? 0 : Number.parseInt(token, 36);
      let expression: Expression;
      try {
        expression = readExpression(query.get('query.term') ?? '', LANGUAGE);
      } catch {
        return badRequest('Query syntax error');
      }
      const { total, items } = index.find(expression.words, expression.matches, { offset, limit });
      const next = offset + items.length;
      const places = new Set(fields.map((field) => PLACES[field]!));
      return {
        status: 200,
        body: {
          ...(query.get('countTotal') === 'true' && { totalCount: total }),
          studies: items.map((study) => studyOf(study, places)),
          ...(next < total && { nextPageToken: next.toString(36) }),
        },
      };
    },
    rateLimited: () => ({ status: 429, type: 'text/plain', body: 'Too many requests' }),
  };
}
