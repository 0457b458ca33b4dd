/** Entry module of the thread that extracts from long texts and hides what identifies persons in them, at a lower priority than the other engine threads. */
import { createEngine, warmUpEngine } from '#engine/in-thread.ts';
import { stepFarBack } from '../threads/background.ts';
import { answering } from './worker-calls.ts';

stepFarBack();
const { extract, deidentify } = createEngine();

export default answering({ extract, deidentify, warmUp: warmUpEngine });
