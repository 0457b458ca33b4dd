/** Settings that a command would pass over in silence, as their names are misspelled. */
import { unknownVariables } from '../environment.ts';
import { variableMeant } from '../variable-meant.ts';

/** A line for each unknown variable that is nearly called like a known one. */
export function misspelledVariables(environment: Record<string, string | undefined>): string[] {
  return unknownVariables(environment).flatMap((name) => {
    const meant = variableMeant(name);
    return meant === null ? [] : [`${name} is no setting and is passed over: did you mean ${meant}?`];
  });
}
