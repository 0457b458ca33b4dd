import { mongoPlaces } from './mongodb-stores.ts';
import { operationalStoreContract } from './operational-store.ts';

operationalStoreContract('MongoDB', await mongoPlaces('operations'));
