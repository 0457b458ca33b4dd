/** De-identifies several texts with the same placeholders, as the engine's threads do. */
import { guarded } from '../guarded.ts';

export const deidentifyTexts = guarded('deidentify', async (texts) => {
  const { createDeidentifier, hideIn } = await import('./deidentify.ts');
  const deidentifier = createDeidentifier({ personsIn: null });
  const hidden = texts.map((text) => hideIn(deidentifier, text));
  return { texts: hidden, placeholders: deidentifier.placeholders() };
});
