/** The indefinite article that a word needs. */
export const articleFor = (word: string) => (/^(?:[aeio]|u(?!ni|s[ei]|k))/iu.test(word) ? 'an' : 'a');
