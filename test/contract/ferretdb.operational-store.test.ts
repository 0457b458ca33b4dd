import { onFerretDb } from './mongodb-stores.ts';
import { operationalStoreContract } from './operational-store.ts';

/** processPullArrayUpdateExpression takes out what equals the condition itself, and says nothing. */
const PULL = 'FerretDB takes nothing out of a list by a condition ($pull)';
/** filterFieldExprElemMatch refuses conditions on several fields of an element, as admissions make them. */
const ELEMENT = 'FerretDB finds no element of a list by several of its fields ($elemMatch)';
/** In projections it refuses $elemMatch altogether. */
const PART = 'FerretDB gives no single element of a list ($elemMatch in a projection)';

const skipped = {
  'the quota holds to the last request, for a batch as a whole, and begins anew with the hour': ELEMENT,
  'calls at the same time are admitted up to the limit, whichever way they race': ELEMENT,
  'slots are given up to the limit of a key, and come back by release or by the end of their lease': ELEMENT,
  // It would pass: nothing that is taken out frees nothing.
  'releasing a slot under another key, or one that was never taken, frees nothing': PULL,
  'cost is held against the limit of the key and of the organization, in its month': ELEMENT,
  'settling turns a reservation into its real cost, once': ELEMENT,
  'a settlement belongs to the month of its reservation': PART,
  'a refused call leaves nothing behind: no count, no slot, no reservation': ELEMENT,
  'repeating an admitted call changes nothing, even after its slot was released or its cost settled': PART,
  'open reservations are those made before a time and not settled, oldest first': ELEMENT,
};

await onFerretDb('operations', (makePlace) => operationalStoreContract('FerretDB', makePlace, skipped));
