/** Prints .env.example with random secrets: `npm run --silent compose:environment > .env`. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { generateApiKey } from '#common/api-key-format.ts';

const SECRETS: Record<string, () => string> = {
  EVIDENCE_BOOTSTRAP_KEY: () => generateApiKey('production'),
  EVIDENCE_MASTER_KEY: () => randomBytes(32).toString('base64'),
  EVIDENCE_METRICS_TOKEN: () => randomBytes(24).toString('hex'),
  MONGODB_USERNAME: () => 'evidence',
  MONGODB_PASSWORD: () => randomBytes(24).toString('hex'),
};

const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
process.stdout.write(example.replaceAll(/^([A-Z_]+)=$/gm, (line, name: string) => line + (SECRETS[name]?.() ?? '')));
