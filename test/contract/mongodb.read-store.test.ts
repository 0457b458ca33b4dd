import { mongoPlaces } from './mongodb-stores.ts';
import { readStoreContract } from './read-store.ts';

readStoreContract('MongoDB', await mongoPlaces('views'));
