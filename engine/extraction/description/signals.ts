/** Words and phrases that mark opinion, norm, prediction and subject matter. Data only; the rules are elsewhere. */

import { composedRegExp } from '#common/composed-regexps.ts';
import { wordSet } from '#engine/text/word-lists.ts';

const joinAlternatives = (text: string) =>
  text
    .trim()
    .split(/(?<!\s)\s*\|\s*/u)
    .join('|');

/** Phrases that announce the speaker's own view. */
export const OPINION_FRAME = composedRegExp(
  `(?:^|[^\\p{L}])(?:${joinAlternatives(
    "i (?:really |just |do |don't |also |still |firmly |strongly )?(?:think|believe|feel|guess|suppose|suspect|doubt|prefer|hope|wish|love|like|hate|agree|disagree) | " +
      "in my (?:opinion|view|judgment|judgement|mind|experience) | to my mind | if you ask me | it seems to me | as far as i(?:'m| am) concerned | imho | " +
      'we (?:believe|think|feel|hope) | , i (?:find|reckon|must say|dare say|would say) | frankly | honestly | arguably | personally | it is my | my (?:opinion|view|feeling|belief) | ' +
      "if i were you | let['’]s be honest | to be honest",
  )})(?=$|[^\\p{L}])`,
  'iu',
);

/** Phrases for what ought to be, whoever is meant. */
export const NORMATIVE_PHRASE = composedRegExp(
  `(?:^|[^\\p{L}])(?:${joinAlternatives(
    "let's | let us | it(?:'s| is) (?:high |about )?(?:time|necessary|essential|vital|crucial|up to us) (?:to|that|for) | deserves? (?:to|more|better|less|every|our|your|it) | could do with",
  )})(?=$|[^\\p{L}])`,
  'iu',
);

/** Phrases for what somebody demands of a community or of its institutions: "we must", "the government has to". */
export const COLLECTIVE_MUST = composedRegExp(
  `(?:^|[^\\p{L}])(?:${joinAlternatives(
    "(?:we|americans|congress|(?:the )?government|our (?:country|nation)|somebody|someone|everybody)(?:,? (?:all|also|just|really|simply|still|do|don['’]t|certainly|though))*,? " +
      '(?:must|needs?|ha(?:ve|s) to|ought to|should) | ' +
      "(?:we|i|somebody|someone)(?:['’](?:ve|s)| have| has)? (?:(?:also|just|really|simply) )?(?:got to|gotta)",
  )})(?=$|[^\\p{L}])`,
  'iu',
);

/** Phrases for what will or would be. */
export const PREDICTION = composedRegExp(
  `(?:^|[^\\p{L}])(?:${joinAlternatives(
    "will | won't | won’t | shall | would | wouldn't | wouldn’t | (?:is|are|'s|'re|am|'m) (?:not )?going to | (?:is|are) (?:likely|bound|poised|set) to | " +
      "(?:he|she|it|they|we|you|that|there|who|this)['’](?:ll|d)",
  )})(?=$|[^\\p{L}])`,
  'iu',
);

/** Times that are further off than anybody's plans or rules. */
export const FAR_FUTURE =
  /\b(?:next|coming|future) (?:century|centuries|generations?|decades?|millenni\p{L}+)|\b(?:one|some) day\b|\bin the (?:near |distant |far )?future\b|\bin (?:the )?(?:years|decades|centuries) to come\b|\bsooner or later\b|\b(?:before|by|until|in|after) (?:the year )?(?:20[4-9]\d|2[1-9]\d\d)\b|\bforever\b/iu;

/** Phrases that show a guess about the future. */
export const GUESSING =
  /\b(?:will|would|won['’]t|['’]ll) (?:surely|certainly|undoubtedly|no doubt|doubtless|hopefully|probably|definitely|inevitably|never ever|ever)\b|\b(?:hopefully|no doubt|inevitably)\b/iu;

/** Phrases for what people will feel or think, or how things will turn out for somebody. */
export const OUTCOME_OF_TASTE =
  /\b(?:will|won['’]t|would|['’]ll|shall) (?:\p{L}+ ){0,2}?(?:be (?:\p{L}+ ){0,2}?(?:pleased|happy(?! to)|glad(?! to)|delighted|thrilled|sorry|disappointed|surprised|amazed|proud|angry|furious|relieved|grateful|better off|worse off|worth)|love|enjoy|regret|appreciate|thank|miss|hate|adore|remember|differ|matter|succeed|prevail|flourish|thrive|shape our|change the world|find (?:your|their|his|her|its|our) feet|make (?:a|all the) difference|speak for (?:itself|themselves))\b/iu;

/** Openings that announce what the speakers mean to do. */
export const INTENTION =
  /^(?:and |but |so |then |now )?we(?:['’]ll| will| shall|['’]re (?:not )?going to| are (?:not )?going to| want| plan to| intend to| would like)\b/iu;

export const VALUE_WORDS = wordSet(
  'best worst good bad great terrible awful horrible wonderful amazing awesome beautiful ugly fantastic excellent brilliant ' +
    'perfect fun funny boring exciting delicious lovely nice stupid smart silly ridiculous absurd disgusting disgraceful shameful ' +
    'outrageous worthwhile wrong fair unfair just unjust tragic sensible bold brave clever cute elegant charming pretty pleasant ' +
    'unpleasant dull dreadful splendid superb marvellous marvelous magnificent pathetic pointless foolish reasonable unreasonable ' +
    'incredible unbelievable remarkable impressive inspiring disappointing fascinating must-see overrated underrated masterpiece disaster ' +
    'shame mess joke wise nonsense breathtaking stunning catastrophe pity delight blessing curse nuisance bargain shabby bleak tedious dreary gorgeous superb ' +
    'treat triumph important vital crucial imperative horrifying troubling disturbing tough proud compelling',
);

/** Phrases that express a judgement without a word of praise or blame as predicate. */
export const JUDGING_PHRASE = composedRegExp(
  `(?:^|[^\\p{L}])(?:${joinAlternatives(
    '(?:strikes?|struck) (?:me|us|one) as | sounds? like | (?:is|was|be) (?:a |an )?(?:good|bad|great|nice|wise|clever|smart) (?:idea|thing|choice|move) | ' +
      '(?:is|was) (?:hard|difficult|easy|impossible|tempting) (?:not )?to (?:imagine|say|read|overstate|believe|deny|see|know|tell|forget|resist|look|think|feel|understand|argue|watch|listen) | ' +
      "there(?: is|'s|’s| are) (?:no|little) (?:way|doubt|question|point|need|reason|excuse|substitute) | " +
      'makes? (?:for )?(?:an? )?\\p{L}+ (?:reading|viewing|listening) | strikes? a (?:\\p{L}+ )?balance | (?:is|was) worth (?:it|every|a visit|the)',
  )})(?=$|[^\\p{L}])`,
  'iu',
);

/** Subjects in which an error does harm. Each pattern is tested against the claim's text. */
export const HEALTH =
  /\b(?:vaccin\w*|disease\w*|cancer\w*|tumou?rs?|diabet\w*|drugs?|dos(?:e|es|age)|medic(?:al|ine|ines|ation|ations|inal)|patients?|symptom\w*|treat(?:ment|ments|s|ed)? (?:of|for|with)|treatments?|therap\w*|surg(?:ery|ical|eon)|hospital\w*|virus\w*|viral|infect\w*|antibiotic\w*|mortality|blood pressure|cholesterol|clinical|syndrome|pregnan\w*|overdos\w*|toxic\w*|poison\w*|allerg\w*|covid\S{0,20}|coronavirus|influenza|hiv|stroke|heart attack|side effects?|epidemic|pandemic|cur(?:e|es|ed)|prescri\w*|aspirin|ibuprofen|paracetamol|insulin)\b/iu;
export const LAW =
  /\b(?:laws?|lawful\w*|illegal\w*|legal\w*|statut\w*|act of (?:congress|parliament)|court\w*|judges?|jur(?:y|ies)|convict\w*|sentenc(?:ed|ing)|constitution\w*|regulat(?:ion|ions|ed|ory)|prohibit\w*|banned|licen[cs]e\w*|lawsuits?|sued?|suing|plaintiffs?|defendants?|patents?|copyright\w*|treat(?:y|ies)|legislat\w*|supreme court|attorney\w*|liab(?:le|ility)|contracts?|felon\w*|misdemeanou?r\w*|penalt(?:y|ies)|fined|amendment|article \d+|section \d+|§)\b/iu;
export const MONEY =
  /(?:[$€£¥]\s?\d|\b(?:dollars?|euros?|pounds sterling|usd|eur|gbp|revenues?|profits?|earnings|income|tax(?:es|ed|ation)?|budgets?|deficits?|debts?|shares?|stocks?|dividends?|invest(?:ed|ors?|ments?)?|inflation|interest rates?|salar(?:y|ies)|wages?|bankrupt\w*|gdp|loans?|mortgages?|market cap\w*|prices?)\b)/iu;
export const SAFETY =
  /\b(?:safe(?:ty|ly)?|unsafe|danger\w*|hazard\w*|fatal\w*|killed|deaths?|died in|injur\w*|explo(?:de|ded|sion|sive)\w*|radiation|radioactive|fire|flammable|crash\w*|recall(?:ed)?|contaminat\w*|lethal|evacuat\w*|emergency|(?:workers?|employees?|miners?|passengers?|children|people|soldiers?|civilians?) (?:\p{L}+ ){0,2}died|(?:made|fell|became|taken) (?:\p{L}+ ){0,3}(?:ill|sick)|drinking water)\b/iu;
export const ALLEGATION =
  /\b(?:accus\w*|alleg\w*|fraud\w*|corrupt\w*|brib\w*|murder\w*|rap(?:e|ed|ist)|assault\w*|abus\w*|harass\w*|steal|stole|stolen|launder\w*|arrest\w*|indict\w*|charged with|convicted|guilty|plagiari\w*|lied|liar|crim(?:e|es|inal)|terroris\w*|scandal|cheat\w*|molest\w*|smuggl\w*|perjur\w*|traffick\w*|blackmail\w*|extort\w*|forger\w*|falsif\w*|embezzl\w*|defraud\w*|kickbacks?|hush money|cover(?:ed|s|ing)?[ -]up|misconduct|nepotis\w*|insider trading|tax evasion|sabotag\w*|silenced|rumou?red to|suspected of|(?:paid|pays?|paying|payments?) (?:[\p{L}’'-]+ ){0,8}(?:silence|keep(?:ing)? quiet|look(?:ing)? away|look(?:ing)? the other way))\b/iu;
