/** Modifiers after which the noun may not apply: a former bridge is no bridge. */
import { wordSet } from './word-lists.ts';

export const PRIVATIVE = wordSet(
  'former alleged fake false deputy assistant vice acting honorary associate future proposed planned possible ' +
    'potential would retired toy model mock virtual so suspected discontinued unfinished fictional imaginary quasi ' +
    'non anti ex semi self pseudo near half sub pre prospective ersatz imitation candidate trainee apprentice ' +
    'defunct upcoming forthcoming unbuilt unofficial cancelled failed attempted artificial stone paper state joint ' +
    'hypothetical mythical legendary disputed purported supposed apparent ostensible putative bogus sham counterfeit forged pretended ' +
    'theoretical student shadow spin witch puppet drag armchair lay drone pretender lost abandoned aborted rumoured rumored speculative simulated replica dummy aspiring unmade unsuccessful',
);
