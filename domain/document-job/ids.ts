/** A job and the verification of its text have ids with the same digits, so that each can be derived from the other. */

/** Name of a job's stream. */
export function documentJobStream(jobId: string): string {
  return STREAM_PREFIX + jobId;
}

/** The job id in a stream's name; null for a stream that is not of a job. */
export function jobIdOf(stream: string): string | null {
  return stream.startsWith(STREAM_PREFIX) ? stream.slice(STREAM_PREFIX.length) : null;
}

const STREAM_PREFIX = 'document-';

/** Id of the verification of a job's text. */
export function verificationOfJob(jobId: string): string {
  return jobId.replace(/^job_/, 'ver_');
}

/** Id of the job that the verification would belong to. Most verifications have no job. */
export function jobOfVerification(verificationId: string): string {
  return verificationId.replace(/^ver_/, 'job_');
}
