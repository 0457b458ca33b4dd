/** Style sheet, scripts and icon, as they stand in assets/. Their address changes with their content. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contracts/errors.ts';
import { sendText } from '#http/send.ts';
import { ASSETS_PATH } from '../paths.ts';

const FOLDER = new URL('../assets/', import.meta.url);
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const HASH_CHARACTERS = 12;

interface Asset {
  text: string;
  type: string;
  hash: string;
}

/** Read when the first one is asked for: a start need not wait for them. */
let assets: Map<string, Asset> | undefined;

function all(): Map<string, Asset> {
  assets ??= new Map(
    readdirSync(FOLDER)
      .filter((name) => extname(name) in TYPES)
      .map((name) => {
        const text = readFileSync(new URL(name, FOLDER), 'utf8');
        const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARACTERS);
        return [name, { text, type: TYPES[extname(name)]!, hash }];
      }),
  );
  return assets;
}

/** The address of a file in assets/. Throws if there is none. */
export function assetUrl(name: string): string {
  const asset = all().get(name);
  if (asset === undefined) throw new Error(`no asset ${name}`);
  return `${ASSETS_PATH}/${name}?v=${asset.hash}`;
}

/** Anybody may read them: they say nothing of anybody. */
export function registerAssets(app: FastifyInstance): void {
  app.get(`${ASSETS_PATH}/:name`, async (request, reply) => {
    const { name } = request.params as { name: string };
    const asset = all().get(name);
    if (asset === undefined) throw new ApiError('not_found');
    const isOfThisVersion = (request.query as { v?: string }).v === asset.hash;
    reply
      .type(asset.type)
      .header('cache-control', isOfThisVersion ? 'public, max-age=31536000, immutable' : 'no-cache');
    return sendText(request, reply, asset.text);
  });
}
