/**
 * Recognizes certificate problems in the errors of client libraries: some carry Node's error or its code, some only its
 * message.
 */

export type CertificateProblem = 'certificate_untrusted' | 'certificate_name' | 'certificate_expired';

const CODES: Record<string, CertificateProblem> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
};

const WORDS: [RegExp, CertificateProblem][] = [
  [
    /unable to verify the first certificate|unable to get (local )?issuer certificate|self[- ]signed certificate/,
    'certificate_untrusted',
  ],
  [/does not match certificate's altnames/, 'certificate_name'],
  [/certificate has expired|certificate is not yet valid/, 'certificate_expired'],
];

/** Completes "the certificate of …". */
export const CERTIFICATE_PROBLEMS: Record<CertificateProblem, string> = {
  certificate_untrusted: 'is signed by no authority that is trusted',
  certificate_name: 'names other hosts or addresses than the one that was connected to',
  certificate_expired: 'is valid no more, or not yet',
};

/** Most nested causes that are inspected. */
const MAX_CAUSES = 5;

/** Null for an error with another reason. */
export function certificateProblem(error: unknown): CertificateProblem | null {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth++) {
    const { code, message } = cause as Error & { code?: unknown };
    const known = CODES[String(code)] ?? WORDS.find(([words]) => words.test(message))?.[1];
    if (known !== undefined) return known;
    cause = cause.cause;
  }
  return null;
}
