import { join } from 'node:path';
import { SqliteEvidenceLibrary } from '#platform/sqlite/library/evidence-library.ts';
import { evidenceLibraryContract } from './evidence-library.ts';
import { folderPlace } from './storage-location.ts';

evidenceLibraryContract('SQLite', () =>
  folderPlace((folder) => new SqliteEvidenceLibrary({ path: join(folder, 'library.db') })),
);
