/**
 * Claims that are extracted of one text or document; what follows is not read, and the result says from where on. Ordinary
 * prose has some 14 claims per 1,000 characters and dense prose twice as many, so that a text of 100,000 characters is read
 * whole, and a document of some 50 pages. A claim takes some 7 KB of the memory of each stage and request that works on it.
 */
export const MOST_CLAIMS = 2_000;
