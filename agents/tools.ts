/** The tools that agents have: few, each for another purpose. */
import type { z } from 'zod';
import type { VerifyInput } from '#command-api/verification/prepare.ts';
import { ApiError } from '#contracts/errors.ts';
import { ACCESS, type Access } from '#contracts/http/operations/access.ts';
import { claimsPage } from '#query-api/pages/claims.ts';
import { findInView } from '#results/find.ts';
import { openVerification, refuseErased } from '#results/open.ts';
import { findInStream } from '#results/stream-reader.ts';
import type { AgentDependencies, ToolCall } from './dependencies.ts';
import { firstPage, pageOf } from './output.ts';
import {
  CLAIMS_PER_RESPONSE,
  GetVerificationInput,
  SearchLibraryInput,
  SearchLibraryOutput,
  VerificationOutput,
  VerifyClaimInput,
  VerifyTextInput,
} from './schemas.ts';
import { verifyWatched } from './verify.ts';

export interface Tool<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  name: string;
  title: string;
  description: string;
  input: Input;
  output: Output;
  /** The operation that it does, for the audit trail. */
  operationId: string;
  access: Access;
  /** Counts against the hourly quota and the cost limits, rather than the limit per minute. */
  metered: boolean;
  /** Throws ApiError. */
  run(dependencies: AgentDependencies, call: ToolCall, input: z.output<Input>): Promise<z.output<Output>>;
}

function tool<Input extends z.ZodType, Output extends z.ZodType>(defined: Tool<Input, Output>): Tool {
  return defined as unknown as Tool;
}

const VERDICTS_EXPLAINED =
  'Verdicts: supported, contradicted, disputed, unverifiable (nothing found decides it; that does not make it false) and not_checkable.';

export const TOOLS: readonly Tool[] = [
  tool({
    name: 'verify_text',
    title: 'Verify a text',
    description: `Splits a text into claims and judges each against evidence: the sources that you give, the library, and public sources if the service may ask them. ${VERDICTS_EXPLAINED} Use it before a text is handed over, with the documents that the text was written from as sources.`,
    input: VerifyTextInput,
    output: VerificationOutput,
    operationId: 'createVerification',
    access: ACCESS.createVerification,
    metered: true,
    run: (dependencies, call, input) => verifyWatched(dependencies, call, textInput(input), firstPage),
  }),
  tool({
    name: 'verify_claim',
    title: 'Verify one claim',
    description: `Judges a single statement as it stands, without splitting it. ${VERDICTS_EXPLAINED} For more than a sentence use verify_text.`,
    input: VerifyClaimInput,
    output: VerificationOutput,
    operationId: 'verifyClaim',
    access: ACCESS.verifyClaim,
    metered: true,
    run: (dependencies, call, input) => verifyWatched(dependencies, call, claimInput(input), firstPage),
  }),
  tool({
    name: 'search_library',
    title: 'Search the library',
    description:
      'Finds passages in the documents that the operator of the service keeps as evidence, by their words. Use it to find what to cite. It judges nothing.',
    input: SearchLibraryInput,
    output: SearchLibraryOutput,
    operationId: 'searchLibrary',
    access: ACCESS.getVerification,
    metered: false,
    async run({ searchLibrary }, { context, signal }, { query, limit }) {
      const found = await searchLibrary(context.principal.organization_id, query, { limit, signal });
      return {
        passages: found.map(({ title, url, publisher, publication_date, text }) => ({
          title,
          url,
          publisher,
          publication_date,
          passage: text,
        })),
      };
    },
  }),
  tool({
    name: 'get_verification',
    title: 'Read a verification again',
    description: `Reads the result of an earlier verification by its id: the summary, and its claims ${CLAIMS_PER_RESPONSE} at a time, all or those with one verdict. Use it for the claims beyond those that verify_text has answered with.`,
    input: GetVerificationInput,
    output: VerificationOutput,
    operationId: 'getVerification',
    access: ACCESS.getVerification,
    metered: false,
    async run({ queries }, { context, client }, { verification_id: id, verdict, cursor }) {
      const { organization_id } = context.principal;
      await client.takeResponseSlot('read');
      const found = (await findInView(queries.views, id)) ?? (await findInStream(queries.events, id));
      const shown = openVerification(found, organization_id, queries, queries.clock.now());
      context.verification_id = id;
      const { data, next } = await claimsPage(queries, organization_id, id, {
        limit: CLAIMS_PER_RESPONSE,
        after: cursor,
        ...(verdict !== null && { verdict }),
      }).catch(asArgument);
      return pageOf(shown, data, next).catch((error) => refuseErased('verification_expired', error));
    },
  }),
];

/** What an API client could set besides. */
const UNSET = { zero_retention: false, source_set_id: null } as const;

/** The arguments of verify_text as the use case takes them. */
export function textInput({ text, sources, ...rest }: VerifyTextInput): VerifyInput {
  return { kind: 'text', content: text, ...rest, ...UNSET, ...(sources.length > 0 && { sources }) };
}

function claimInput({ claim, sources, ...rest }: VerifyClaimInput): VerifyInput {
  const asItStands = { kind: 'claim', content: claim, question: '', mode: 'thorough' } as const;
  return { ...asItStands, ...rest, ...UNSET, ...(sources.length > 0 && { sources }) };
}

/** A cursor of another list is refused as the query parameter that it is for lists; here it is an argument. */
function asArgument(error: unknown): never {
  if (!(error instanceof ApiError) || error.detail === null) throw error;
  const detail = error.detail.map((each) => ({ ...each, loc: ['body', 'cursor'] }));
  throw new ApiError(error.code, { detail });
}
