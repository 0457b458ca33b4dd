/**
 * Claims that are extracted of one text or document; what follows is not read, and the result says from where on. Ordinary
 * prose has some 14 claims per 1,000 characters, so that a text of 100,000 characters is read whole while its caller waits,
 * and others beside it are served; a document of 500 pages has some 20,000.
 */
export const MOST_CLAIMS = { text: 2_000, document: 20_000 } as const;
