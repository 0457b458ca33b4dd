/** What runs in the thread that extracts from long texts. It steps back behind the engine's other threads. */
import { createEngine, warmUpEngine } from '#engine/in-thread.ts';
import { stepFarBack } from '../threads/background.ts';
import { answering } from './worker-calls.ts';

stepFarBack();
const { extract } = createEngine();

export default answering({ extract, warmUp: warmUpEngine });
