import { blobStoreContract } from './blob-store.ts';
import { mongoPlaces } from './mongodb-stores.ts';

blobStoreContract('MongoDB', await mongoPlaces('blobs'));
