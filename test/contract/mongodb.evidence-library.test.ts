import { evidenceLibraryContract } from './evidence-library.ts';
import { mongoPlaces } from './mongodb-stores.ts';

evidenceLibraryContract('MongoDB', await mongoPlaces('library'));
