/** Headers of an export: a file to keep, that runs nothing and loads nothing. */
export const HTML_MEDIA_TYPE = 'text/html; charset=utf-8';

export const EXPORT_CSP = "default-src 'none'; style-src 'unsafe-inline'";

/** `id` is a verification's own, so it holds nothing that a file name must not. */
export function exportHeaders(id: string, extension: 'html' | 'json'): Record<string, string> {
  return {
    'content-disposition': `attachment; filename="verification-${id}.${extension}"`,
    'content-security-policy': EXPORT_CSP,
    'x-content-type-options': 'nosniff',
  };
}
