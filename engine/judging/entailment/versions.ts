/** Version of the evaluation of an NLI model's scores. This is a separate file because the rest loads the judge. */

/**
 * Raise it with every change to the passages, the checks or the format of the table. Calibrations made with another version don't
 * count.
 */
export const ENTAILMENT_VERSION = 'nli-3';
