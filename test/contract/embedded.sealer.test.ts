import { createSealer } from '#platform/security/envelope.ts';
import { sealerContract } from './sealer.ts';

sealerContract('AES-256-GCM', createSealer);
