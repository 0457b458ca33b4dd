/** Entry module of the thread that reads pages and documents. It does not load the language model. */
import { createPageReader } from '#engine/read-pages.ts';
import { stepBack } from '../threads/background.ts';
import { answering } from './worker-calls.ts';

stepBack();

export default answering({ ...createPageReader(), warmUp: () => {} });
