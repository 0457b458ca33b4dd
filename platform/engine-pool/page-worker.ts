/**
 * Entry module of the thread that reads pages and documents, at a lower priority than the engine threads, as a hostile page
 * may take seconds. It does not load the language model.
 */
import { createPageReader } from '#engine/read-pages.ts';
import { lowerPriorityFurther } from '../threads/background.ts';
import { executing } from './worker-calls.ts';

lowerPriorityFurther();

export default executing({ ...createPageReader(), warmUp: () => {} });
