/** De-identifies several texts with common placeholders. Runs in the engine's threads. */
import { guarded } from '../guarded.ts';

export const deidentifyTexts = guarded('deidentify', async (texts, profile) => {
  const { createDeidentifier, hideIn } = await import('./deidentify.ts');
  const deidentifier = createDeidentifier({ personsIn: profile === 'medical_clinical' ? texts : null });
  const hidden = texts.map((text) => hideIn(deidentifier, text));
  return { texts: hidden, placeholders: deidentifier.placeholders() };
});
