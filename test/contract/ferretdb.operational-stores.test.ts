import { onFerretDb } from './mongodb-stores.ts';
import { operationalStoresContract } from './operational-stores.ts';

/** Its processPullArrayUpdateExpression removes only elements equal to the condition itself, without an error. */
const PULL = 'FerretDB does not support conditions in $pull';
/** Its filterFieldExprElemMatch refuses conditions on several fields of an element, which admissions use. */
const ELEMENT = 'FerretDB does not support $elemMatch on several fields';

const skipped = {
  'the quota is exact, covers a batch as a whole, and resets every hour': ELEMENT,
  'concurrent calls are admitted exactly up to the limit': ELEMENT,
  "a key's slots are limited, and freed by release or lease expiry": ELEMENT,
  // This test would pass only because FerretDB removes nothing.
  "releasing another key's slot, or one that was never taken, frees nothing": PULL,
  'cost counts against the monthly limits of the key and the organization': ELEMENT,
  'what is reserved already counts once, also where the call is made again': ELEMENT,
  'settling replaces a reservation by its actual cost, once': ELEMENT,
  'a settlement counts in the month of its reservation': PULL,
  'a reservation is raised as far as the limits allow, and settled as one': PULL,
  'a reservation that is settled, or was never made, is not raised': PULL,
  'concurrent raises and settlements count each cent once': PULL,
  'a refused call leaves no count, slot or reservation': ELEMENT,
  'a call without requests or cost needs a slot, whatever was used and spent': ELEMENT,
  'repeating an admitted call changes nothing, even after release or settlement': PULL,
  'openReservations returns unsettled ones before a time, oldest first': ELEMENT,
};

await onFerretDb('operations', (makePlace) => operationalStoresContract('FerretDB', makePlace, skipped));
