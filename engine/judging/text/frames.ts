/**
 * Clause frames: the subject of every verb group and what follows it. A shallow parse of the tags with one purpose: to
 * tell who did what to whom when two sentences have the same words.
 */
export interface Frame {
  sentence: number;
  /** First token: of the adverbial before the subject ("In 1921 the museum …") if there is one, else of the subject. */
  start: number;
  /** Token range of the subject, which may be that of an earlier clause. */
  subjectStart: number;
  subjectEnd: number;
  /** False if the subject is inherited from an earlier clause. */
  ownSubject: boolean;
  verbStart: number;
  verbEnd: number;
  /** Token of the main verb; the copula if there is no other. */
  head: number;
  passive: boolean;
  /** A form of "be" (or "become", "remain") without another verb: what follows describes the subject. */
  copula: boolean;
  /** A participle ("a film directed by …"), infinitive or relative clause. */
  participle: boolean;
  /** Opened by "if", "when", "although" and the like. */
  subordinate: boolean;
  /** In brackets after its subject. */
  parenthetical: boolean;
  /** End of the clause: start of the next verb group or end of the sentence. */
  end: number;
}
