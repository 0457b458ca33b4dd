import { keyVaultContract } from './key-vault.ts';
import { mongoPlaces } from './mongodb-stores.ts';

keyVaultContract('MongoDB', await mongoPlaces('vault'), { ephemeralKeys: 'shared' });
