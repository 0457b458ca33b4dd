/** Version of the result schema; incremented when `contracts/http/verification-result.ts` changes. */
export const RESULT_SCHEMA_VERSION = '1.1.0';
