import { mongoPlaces } from './mongodb-stores.ts';
import { operationalStoresContract } from './operational-stores.ts';

operationalStoresContract('MongoDB', await mongoPlaces('operations'));
