/** A job and the verification of its text have ids with the same digits, so that each can be derived from the other. */

/** What the names of jobs' streams begin with. */
export const DOCUMENT_JOB_PREFIX = 'document-';

/** The job id in a stream's name; null for a stream that is not of a job. */
export function jobIdOf(stream: string): string | null {
  return stream.startsWith(DOCUMENT_JOB_PREFIX) ? stream.slice(DOCUMENT_JOB_PREFIX.length) : null;
}

/** Id of the verification of a job's text. */
export function verificationOfJob(jobId: string): string {
  return jobId.replace(/^job_/, 'ver_');
}

/** Id of the job that the verification would belong to. Most verifications have no job. */
export function jobOfVerification(verificationId: string): string {
  return verificationId.replace(/^ver_/, 'job_');
}
