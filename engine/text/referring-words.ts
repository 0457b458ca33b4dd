/**
 * Words that mean somebody or something named elsewhere, of the languages that texts are most often in. A sentence with one
 * of them says different things in different places.
 */
const WORDS: Readonly<Record<string, string>> = {
  de: 'er sie es ihn ihm ihr ihnen sein seine seinen seinem seiner seines ihre ihren ihrem ihrer ihres dieser diese dieses diesen diesem jener jene jenes dort hier damals dabei dazu dafür daran darauf davon deren dessen wir ich',
  fr: 'il elle ils elles lui leur leurs son sa ses ce cet cette ces celui celle ceux celles y en là ici cela ça nous je',
  es: 'él ella ellos ellas le les lo su sus este esta estos estas ese esa esos esas aquel aquella ello allí aquí nosotros yo',
  it: 'egli lui lei loro esso essa essi esse suo sua suoi sue questo questa questi queste quello quella quelli quelle ci vi lì qui noi io',
  pt: 'ele ela eles elas lhe lhes seu sua seus suas este esta estes estas esse essa esses essas aquele aquela isso isto ali aqui lá nós eu',
  nl: 'hij zij ze het hem haar hun hen zijn deze dit die dat daar hier er wij we ik',
  pl: 'on ona ono oni one jego jej ich jemu mu nim nią nimi ten ta to ci te tego tej tych tym tam tu tutaj my ja',
  zh: '他 她 它 他们 她们 它们 其 该 此 这 那 这里 那里 我们 我 他們 她們 它們 該 這 那裡 我們',
  ja: '彼 彼女 彼ら それ これ あれ その この あの そこ ここ 同 同社 同氏 当社 我々 私',
  ar: 'هو هي هم هما هذا هذه هؤلاء ذلك تلك هناك هنا نحن أنا',
};

const BY_LANGUAGE = new Map(Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(' '))]));

/** True if one of the words, in lower case, refers; null where nothing is known of the language. */
export function refersElsewhere(words: readonly string[], language: string): boolean | null {
  const known = BY_LANGUAGE.get(language);
  return known === undefined ? null : words.some((word) => known.has(word));
}
