/** Word lists that tell the full stop of an abbreviation from the end of a sentence. */
import { wordSet } from './word-lists.ts';

/** Abbreviations before a name or number: their full stop never ends a sentence. Lower case, without the final stop. */
export const LEADING_ABBREVIATIONS = wordSet(
  'mr mrs ms mx dr prof st ste mt ft gen col lt cmdr sgt capt maj adm rep sen gov hon rev fr messrs mme mlle supt ' +
    'no nos vol vols fig figs eq eqs sec secs art arts ch chap cl reg regs pt para op nr p pp pg approx ca c cf e.g i.e eg ie viz vs v resp ' +
    'esp incl excl fl b d r m jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat',
);

/** Abbreviations that may end a sentence. They do if a word of SENTENCE_STARTERS follows. */
export const TRAILING_ABBREVIATIONS = wordSet(
  'inc ltd co corp llc llp plc bros jr sr esq etc al ed eds est dept dist univ assn ave blvd rd hwy ph.d phd m.d md b.a ba m.a ma b.s m.s ' +
    'j.d d.c u.s u.k u.n e.u u.s.a a.m p.m am pm a.d b.c c.e b.c.e ave sq cu in lb lbs oz ft mi km cm mm kg g mg ml hr hrs min mins yr yrs mo ' +
    'mph kph bn mn tr trans anon dept govt intl natl',
);

/** Unit symbols, which are written without a full stop: a full stop after a figure with one of them ends the sentence. */
export const UNIT_SYMBOLS = wordSet('km cm mm kg g mg ml kph kw kwh mw hz');

/** Common first words of English sentences that are rarely part of a name. Capitalised. */
export const SENTENCE_STARTERS = wordSet(
  'The A An This That These Those He She It They We You His Her Its Their Our My In On At By For From With Without After Before During ' +
    'Since Until While When Where Why How What Which Who If Although Though Because As But And Or So Yet However Moreover Furthermore Also ' +
    'Then There Here Meanwhile Instead Finally Today Yesterday Later Some Many Most Several Both All Each Every One Two Three Four Five ' +
    'According Despite Under Over Such Another Other No Not Only Once Upon Through Between Among About Since Even Still Now Additionally ' +
    'Nevertheless Nonetheless Therefore Thus Hence Overall',
);
