import { onFerretDb } from './mongodb-stores.ts';
import { operationalStoresContract } from './operational-stores.ts';

/** Its processPullArrayUpdateExpression removes only elements equal to the condition itself, without an error. */
const PULL = 'FerretDB does not support conditions in $pull';
/** Its filterFieldExprElemMatch refuses conditions on several fields of an element, which admissions use. */
const ELEMENT = 'FerretDB does not support $elemMatch on several fields';
/** It refuses $elemMatch in any projection. */
const PART = 'FerretDB does not support $elemMatch in a projection';

const skipped = {
  'the quota is exact, covers a batch as a whole, and resets every hour': ELEMENT,
  'concurrent calls are admitted exactly up to the limit': ELEMENT,
  "a key's slots are limited, and freed by release or lease expiry": ELEMENT,
  // This test would pass only because FerretDB removes nothing.
  "releasing another key's slot, or one that was never taken, frees nothing": PULL,
  'cost counts against the monthly limits of the key and the organization': ELEMENT,
  'settling replaces a reservation by its actual cost, once': ELEMENT,
  'a settlement counts in the month of its reservation': PART,
  'a refused call leaves no count, slot or reservation': ELEMENT,
  'a call without requests or cost needs a slot, whatever was used and spent': ELEMENT,
  'repeating an admitted call changes nothing, even after release or settlement': PART,
  'openReservations returns unsettled ones before a time, oldest first': ELEMENT,
};

await onFerretDb('operations', (makePlace) => operationalStoresContract('FerretDB', makePlace, skipped));
