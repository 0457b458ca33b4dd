/** What the line "listening" tells of the configuration: what this process uses besides its own stores. */
import type { Configuration } from './configuration.ts';
import { modelInUse } from './models/model-in-use.ts';

/** Fields of the log line; names and folders only. 'none': not used. The gateway uses nothing. */
export function startedWith(configuration: Configuration, languageModel: string | null): Record<string, string> {
  if (configuration.mode === 'gateway') return { mode: 'gateway' };
  const { mode, publicSources, searchUrl, libraryDirectory } = configuration;
  const nli = modelInUse(configuration);
  return {
    mode,
    public_sources: publicSources ? 'on' : 'off',
    web_search: searchUrl === undefined ? 'none' : new URL(searchUrl).host,
    language_model: languageModel ?? 'none',
    nli_model: nli.state === 'usable' ? nli.model.configuration : 'none',
    library: libraryDirectory ?? 'none',
  };
}
