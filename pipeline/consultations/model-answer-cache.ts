/**
 * A cache of answers of language models, for later verifications of the same organization that ask the same question.
 * What is stored is the sealed form in the event of the verification that asked: it opens only with that verification's
 * key, and is lost with the key. The storage key is a keyed hash of the whole question, which reveals nothing about it.
 */
import { z } from 'zod';
import { canonicalJson } from '#common/canonical-json.ts';
import { keyedHash } from '#common/keyed-hash.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { LanguageModelRequest } from '#contracts/ports/language-model.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { ModelReplyDetail } from '#domain/verification/stage-events.ts';
import type { VerificationStreams } from '#streams/verification-streams.ts';

/** Everything that an answer depends on. */
export interface CachedQuestion {
  /** Answers are not shared between organizations: response times would reveal what others have verified. */
  organization_id: string;
  /** Models with the same name at different servers are different models. */
  server: string;
  prompt_version: string;
  request: LanguageModelRequest;
}

export interface RecordedAnswer {
  verification_id: string;
  /** When the verification expires. */
  expires_at: string;
  /** Record of the sealed text: the claim's id, or the verification's for a question about the text. */
  claim_id: string;
  /** Sealed with the verification's key, as in ModelConsulted or ExtractionConsulted. */
  detail: string;
}

/** Entries may disappear at any time. No method throws. */
export interface ModelAnswerCache {
  /** Returns the stored answer; null if there is none, or its verification has expired. */
  get(question: CachedQuestion): Promise<ModelReplyDetail | null>;
  put(question: CachedQuestion, answer: RecordedAnswer): Promise<void>;
}

export const NO_ANSWER_CACHE: ModelAnswerCache = { get: async () => null, put: async () => {} };

/** Entries are kept no longer than this, and no longer than the verification that asked. */
const KEPT_MS = 7 * 24 * 3_600_000;
/** Entries per organization. Two questions with the same place share it; the later answer replaces the earlier one. */
const PLACES = 4_096;
/** Answers about passages have one or two thousand characters, lists of a stretch's statements five to ten. */
const LONGEST_CHARACTERS = 32_000;

const Entry = z.object({
  /** Keyed hash of the question, because different questions may share a place. */
  question: z.string(),
  verification_id: z.string(),
  expires_at: z.string(),
  claim_id: z.string(),
  detail: z.string(),
});

export interface ModelAnswerCacheDependencies {
  blobs: Pick<BlobStore, 'get' | 'put'>;
  verifications: Pick<VerificationStreams, 'texts'>;
  clock: Clock;
  /** HMAC key of the questions. */
  secret: Uint8Array;
  /** Called with an error of the store; the model is asked instead. */
  onFailure(error: unknown): void;
}

export function createModelAnswerCache(dependencies: ModelAnswerCacheDependencies): ModelAnswerCache {
  const { blobs, verifications, clock, secret, onFailure } = dependencies;

  function placeOf({ organization_id, server, prompt_version, request }: CachedQuestion) {
    const asked = canonicalJson(request);
    const question = keyedHash(secret, 'model-answer', organization_id, server, prompt_version, asked);
    const place = Number.parseInt(question.slice(0, 8), 16) % PLACES;
    return { question, key: `model-answers/${organization_id}/${place}` };
  }

  return {
    async get(asked) {
      try {
        const { question, key } = placeOf(asked);
        const bytes = await blobs.get(key);
        if (bytes === null) return null;
        const entry = Entry.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
        if (entry.question !== question || Date.parse(entry.expires_at) <= clock.now()) return null;
        // Ask the vault, because another process may have destroyed the key.
        const texts = await verifications.texts(entry.verification_id);
        return texts?.open(entry.claim_id, SEALED.consultation, entry.detail, ModelReplyDetail) ?? null;
      } catch (error) {
        onFailure(error);
        return null;
      }
    },

    async put(asked, { verification_id, expires_at, claim_id, detail }) {
      if (detail.length > LONGEST_CHARACTERS) return;
      try {
        const { question, key } = placeOf(asked);
        const ends = Math.min(Date.parse(expires_at), clock.now() + KEPT_MS);
        const entry = { question, verification_id, expires_at: new Date(ends).toISOString(), claim_id, detail };
        await blobs.put(key, Buffer.from(JSON.stringify(entry)), { expires_at: entry.expires_at });
      } catch (error) {
        onFailure(error);
      }
    },
  };
}
