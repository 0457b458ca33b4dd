import { createSealer } from '#platform/crypto/envelope.ts';
import { sealerContract } from './sealer.ts';

sealerContract('AES-256-GCM', createSealer);
