import { PAGE_CSP } from '#results/page/head.ts';

/** Headers of an export: a file to download, which runs no scripts and loads nothing. */
export const HTML_MEDIA_TYPE = 'text/html; charset=utf-8';

/** `id` must be a verification's id, which is safe in a file name. */
export function exportHeaders(id: string, extension: 'html' | 'json'): Record<string, string> {
  return {
    'content-disposition': `attachment; filename="verification-${id}.${extension}"`,
    'content-security-policy': PAGE_CSP,
    'x-content-type-options': 'nosniff',
  };
}
