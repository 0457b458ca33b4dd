import { blobStoreContract } from './blob-store.ts';
import { onFerretDb } from './mongodb-stores.ts';

await onFerretDb('blobs', (makePlace) => blobStoreContract('FerretDB', makePlace));
