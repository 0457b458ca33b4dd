/** Why evidence can't decide a statement. */
export type NotCheckableReason =
  | 'opinion'
  | 'prediction'
  | 'question'
  | 'instruction'
  | 'greeting'
  | 'first_person_experience'
  | 'fiction'
  | 'not_a_statement';
