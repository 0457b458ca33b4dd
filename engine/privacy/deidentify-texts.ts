/** De-identifies several texts with the same placeholders, as the engine's threads do. */
import { guarded } from '../guarded.ts';

export const deidentifyTexts = guarded('deidentify', async (texts, profile) => {
  const { createDeidentifier, hideIn } = await import('./deidentify.ts');
  const deidentifier = createDeidentifier({ personsIn: profile === 'medical_clinical' ? texts : null });
  const hidden = texts.map((text) => hideIn(deidentifier, text));
  return { texts: hidden, placeholders: deidentifier.placeholders() };
});
