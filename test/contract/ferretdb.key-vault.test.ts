import { keyVaultContract } from './key-vault.ts';
import { onFerretDb } from './mongodb-stores.ts';

await onFerretDb('vault', (makePlace) => keyVaultContract('FerretDB', makePlace, { ephemeralKeys: 'shared' }));
