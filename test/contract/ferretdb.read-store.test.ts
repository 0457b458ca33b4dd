import { onFerretDb } from './mongodb-stores.ts';
import { readStoreContract } from './read-store.ts';

await onFerretDb('views', (makePlace) => readStoreContract('FerretDB', makePlace));
